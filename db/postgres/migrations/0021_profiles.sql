-- What people saved for their assistants to fill in, for each merchant.
CREATE TABLE profile (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key)
);
