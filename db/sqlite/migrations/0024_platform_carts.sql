-- Carts of platforms (UCP): what is collected before a purchase. Found by id, by shop where a person is erased, and by expiry.
CREATE TABLE platform_cart (
  key TEXT PRIMARY KEY,
  shop_id TEXT NOT NULL REFERENCES shop (key),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX platform_cart_by_shop ON platform_cart (shop_id, created_at, key);
CREATE INDEX platform_cart_by_expiry ON platform_cart (expires_at, key);
