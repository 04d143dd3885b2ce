-- What payment handlers keep, for all processes on the file.
CREATE TABLE payment_note (
  key TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
