-- Signing keys, receipts and the log; and how a receipt finds the order it is about.

CREATE TABLE signing_key (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  agent_id TEXT REFERENCES agent (key),
  key_fingerprint TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'retired', 'revoked')),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (organization_id, key_fingerprint)
) STRICT;
-- One active key for each owner, also when two processes register at once; '' is the organization itself.
CREATE UNIQUE INDEX signing_key_active ON signing_key (organization_id, ifnull(agent_id, '')) WHERE status = 'active';
CREATE INDEX signing_key_by_organization ON signing_key (organization_id, created_at, key);

-- Written once. Agent, consumer, job, hash and instants stand in the signed bytes and the log too: here they are found by.
CREATE TABLE receipt (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  log_index INTEGER NOT NULL CHECK (log_index >= 0),
  agent_id TEXT NOT NULL REFERENCES agent (key),
  consumer_id TEXT NOT NULL REFERENCES consumer (key),
  job_id TEXT NOT NULL,
  receipt_hash TEXT NOT NULL,
  signing_key_id TEXT NOT NULL REFERENCES signing_key (key),
  key_fingerprint TEXT NOT NULL,
  signed_bytes BLOB NOT NULL,
  signature BLOB NOT NULL,
  issued_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- Not signed.
  metadata TEXT CHECK (metadata IS NULL OR json_valid(metadata)),
  -- Of what the leaf does not hold: the signature, and whose it is.
  mac BLOB NOT NULL,
  UNIQUE (organization_id, log_index),
  UNIQUE (organization_id, receipt_hash),
  UNIQUE (organization_id, agent_id, job_id)
) STRICT;
CREATE INDEX receipt_by_agent ON receipt (organization_id, agent_id, log_index);
CREATE INDEX receipt_by_consumer ON receipt (organization_id, consumer_id, log_index);
CREATE INDEX receipt_by_job ON receipt (organization_id, job_id, log_index);
CREATE INDEX receipt_by_agent_consumer ON receipt (organization_id, agent_id, consumer_id, log_index);

-- The complete subtrees of each organization's Merkle tree (RFC 6962).
CREATE TABLE log_node (
  organization_id TEXT NOT NULL REFERENCES organization (key),
  level INTEGER NOT NULL,
  position INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (organization_id, level, position)
) STRICT, WITHOUT ROWID;

-- Size and largest complete subtrees, under a MAC whose key is outside the database: a log that was cut is seen. Each
-- organization has one from its first moment, so that one that was emptied is seen too.
CREATE TABLE log_head (
  organization_id TEXT PRIMARY KEY REFERENCES organization (key),
  size INTEGER NOT NULL,
  peaks BLOB NOT NULL,
  mac BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The name and public key of this database's logs; the private key is in a file of its own.
CREATE TABLE log_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  vkey TEXT NOT NULL
) STRICT;

ALTER TABLE "order" ADD COLUMN context_hash TEXT;
UPDATE "order" SET context_hash = receipt_context_hash(body);
CREATE INDEX order_by_context ON "order" (context_hash);
