-- One-time codes that link a consumer, and the list of all items of a shop.

CREATE TABLE link_code (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX link_code_by_expiry ON link_code (expires_at, key);

CREATE INDEX item_by_shop ON item (shop_id, created_at, key);
