-- Events of payment providers that were accepted, by handler, shop and the provider's id, so that a repeated one has no effect.
CREATE TABLE payment_event (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_event_by_age ON payment_event (created_at, key);
