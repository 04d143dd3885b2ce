-- Accounts of shops at payment providers. Their secrets are encrypted with the log key.
CREATE TABLE payment_account (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  shop_id TEXT NOT NULL REFERENCES shop (key)
) STRICT, WITHOUT ROWID;
