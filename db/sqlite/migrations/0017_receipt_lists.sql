-- Columns to list receipts by, and receipts that supersede a partial one of the same job. A constraint of a table cannot be
-- dropped, so the table is rewritten.
CREATE TABLE receipt_new (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  log_index INTEGER NOT NULL CHECK (log_index >= 0),
  agent_id TEXT NOT NULL REFERENCES agent (key),
  consumer_id TEXT NOT NULL REFERENCES consumer (key),
  job_id TEXT NOT NULL,
  resolution TEXT NOT NULL,
  context_hash TEXT NOT NULL,
  -- The receipt_hash of the receipt that this one follows, as it was signed.
  supersedes TEXT,
  receipt_hash TEXT NOT NULL,
  signing_key_id TEXT NOT NULL REFERENCES signing_key (key),
  key_fingerprint TEXT NOT NULL,
  signed_bytes BLOB NOT NULL,
  signature BLOB NOT NULL,
  issued_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- Not signed.
  metadata TEXT CHECK (metadata IS NULL OR json_valid(metadata)),
  -- Of what the leaf does not hold: the signature, whose it is, what is not signed, and the order.
  mac BLOB NOT NULL,
  -- The order whose hash a receipt named when it was accepted.
  order_id TEXT,
  UNIQUE (organization_id, log_index),
  UNIQUE (organization_id, receipt_hash)
) STRICT;
INSERT INTO receipt_new (
  id, organization_id, log_index, agent_id, consumer_id, job_id, resolution, context_hash, supersedes, receipt_hash,
  signing_key_id, key_fingerprint, signed_bytes, signature, issued_at, received_at, metadata, mac, order_id
)
SELECT
  id, organization_id, log_index, agent_id, consumer_id, job_id,
  receipt_column(CAST(signed_bytes AS TEXT), 'resolution'),
  receipt_column(CAST(signed_bytes AS TEXT), 'context_hash'),
  nullif(receipt_column(CAST(signed_bytes AS TEXT), 'supersedes'), ''),
  receipt_hash, signing_key_id, key_fingerprint, signed_bytes, signature, issued_at, received_at, metadata, mac,
  order_id
FROM receipt
ORDER BY rowid;
DROP TABLE receipt;
ALTER TABLE receipt_new RENAME TO receipt;

-- One first receipt of a job, and one that supersedes each; also when two processes accept at once. The few receipts of a
-- job are found by it too, and sorted.
CREATE UNIQUE INDEX receipt_of_job ON receipt (organization_id, job_id, agent_id, ifnull(supersedes, ''));
-- Each other list is read along one of these, newest first.
CREATE INDEX receipt_by_received ON receipt (organization_id, received_at, log_index);
CREATE INDEX receipt_by_issued ON receipt (organization_id, issued_at, log_index);
CREATE INDEX receipt_by_context ON receipt (organization_id, context_hash, received_at, log_index);
CREATE INDEX receipt_by_consumer ON receipt (organization_id, consumer_id, received_at, log_index);
CREATE INDEX receipt_by_agent ON receipt (organization_id, agent_id, received_at, log_index);
CREATE INDEX receipt_by_key ON receipt (organization_id, signing_key_id, received_at, log_index);
-- Most jobs go well: those that did not are looked for.
CREATE INDEX receipt_by_resolution ON receipt (organization_id, resolution, received_at, log_index)
  WHERE resolution <> 'success';
