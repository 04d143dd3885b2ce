-- Carts of platforms (UCP): what is collected before a purchase. Found by id, by shop where a person is erased, and by expiry.
CREATE TABLE platform_cart (
  key text COLLATE "C" PRIMARY KEY,
  shop_id text COLLATE "C" NOT NULL REFERENCES shop (key),
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL
);
CREATE INDEX platform_cart_by_shop ON platform_cart (shop_id, created_at, key);
CREATE INDEX platform_cart_by_expiry ON platform_cart (expires_at, key);
