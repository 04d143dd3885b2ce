-- Passkeys with which people sign in.
CREATE TABLE passkey (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES person (key)
);
CREATE INDEX passkey_by_person ON passkey (person_id, created_at, key);
