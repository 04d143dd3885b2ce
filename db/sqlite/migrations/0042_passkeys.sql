-- Passkeys with which people sign in.
CREATE TABLE passkey (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  person_id TEXT NOT NULL REFERENCES person (key)
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_by_person ON passkey (person_id, created_at, key);
