-- A payment is a row of its own, which begins with its checkout's attempt and continues with the order. Payments that an
-- earlier version began get their row when they change.
CREATE TABLE payment (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  shop_id TEXT NOT NULL REFERENCES shop (key),
  checkout_id TEXT NOT NULL REFERENCES checkout (key),
  due_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_due ON payment (due_at, key) WHERE due_at IS NOT NULL;
