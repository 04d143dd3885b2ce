-- People who sign in, their attempts and their sessions. They belong to no organization.
CREATE TABLE person (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL
);

CREATE TABLE sign_in (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL
);
CREATE INDEX sign_in_by_person ON sign_in (person_id, created_at, key);
CREATE INDEX sign_in_by_age ON sign_in (created_at, key);

CREATE TABLE session (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES person (key),
  expires_at bigint NOT NULL
);
CREATE INDEX session_by_expiry ON session (expires_at, key);

CREATE INDEX staff_by_person ON staff (person_id, key) WHERE removed_at IS NULL;
