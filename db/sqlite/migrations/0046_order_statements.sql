-- Signatures of shops over their orders. The key is that of the order.
CREATE TABLE order_statement (
  key TEXT PRIMARY KEY NOT NULL REFERENCES "order" (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT, WITHOUT ROWID;
