-- People who sign in, their attempts and their sessions. They belong to no organization.
CREATE TABLE person (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  person_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_by_person ON sign_in (person_id, created_at, key);
CREATE INDEX sign_in_by_age ON sign_in (created_at, key);

CREATE TABLE session (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  person_id TEXT NOT NULL REFERENCES person (key),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_expiry ON session (expires_at, key);

CREATE INDEX staff_by_person ON staff (person_id, key) WHERE removed_at IS NULL;
