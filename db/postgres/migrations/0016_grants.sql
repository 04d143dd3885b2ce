-- Grants of people to assistants, as API keys, with their OAuth clients, codes and tokens.
ALTER TABLE api_key ADD COLUMN grant_client text COLLATE "C";
CREATE INDEX api_key_grants ON api_key (organization_id, created_at, key) WHERE grant_client IS NOT NULL;

CREATE TABLE oauth_client (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  expires_at bigint
);
CREATE INDEX oauth_client_by_expiry ON oauth_client (expires_at, key) WHERE expires_at IS NOT NULL;

CREATE TABLE oauth_code (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL REFERENCES api_key (key),
  expires_at bigint NOT NULL
);
CREATE INDEX oauth_code_by_expiry ON oauth_code (expires_at, key);

CREATE TABLE oauth_token (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" NOT NULL REFERENCES api_key (key),
  expires_at bigint NOT NULL
);
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires_at, key);
