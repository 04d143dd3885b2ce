-- Roles of people in organizations. A removed row stays: the audit trail names the person by it.
CREATE TABLE staff (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key),
  person_id text COLLATE "C" NOT NULL,
  removed_at bigint
);
CREATE INDEX staff_by_organization ON staff (organization_id, created_at, key);
