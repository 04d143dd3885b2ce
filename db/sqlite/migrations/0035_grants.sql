-- Grants of people to assistants, as API keys, with their OAuth clients, codes and tokens.
ALTER TABLE api_key ADD COLUMN grant_client TEXT;
CREATE INDEX api_key_grants ON api_key (organization_id, created_at, key) WHERE grant_client IS NOT NULL;

CREATE TABLE oauth_client (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_client_by_expiry ON oauth_client (expires_at, key) WHERE expires_at IS NOT NULL;

CREATE TABLE oauth_code (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL,
  grant_id TEXT NOT NULL REFERENCES api_key (key),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_code_by_expiry ON oauth_code (expires_at, key);

CREATE TABLE oauth_token (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL,
  grant_id TEXT NOT NULL REFERENCES api_key (key),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires_at, key);
