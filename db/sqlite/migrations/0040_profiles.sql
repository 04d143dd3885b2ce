-- What people saved for their assistants to fill in, for each merchant.
CREATE TABLE profile (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key)
) STRICT, WITHOUT ROWID;
