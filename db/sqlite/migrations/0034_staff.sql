-- Roles of people in organizations. A removed row stays: the audit trail names the person by it.
CREATE TABLE staff (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key),
  person_id TEXT NOT NULL,
  removed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX staff_by_organization ON staff (organization_id, created_at, key);
