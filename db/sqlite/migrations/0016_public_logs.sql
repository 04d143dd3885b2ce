-- Logs that anybody may read, and the checkpoints that were signed: one for each interval, not one for each request.

ALTER TABLE organization ADD COLUMN public_log INTEGER NOT NULL DEFAULT 0;
CREATE INDEX organization_by_public_log ON organization (public_log, key);

CREATE TABLE log_checkpoint (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_publication (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key),
  size INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
