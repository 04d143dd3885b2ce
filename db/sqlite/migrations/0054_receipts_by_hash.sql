-- Hashes are random, so their index changed a page of its own for each receipt, a third of all pages that a receipt
-- writes. Now each 512 leaves of a log have a part of the index, which is searched part by part. Two receipts with one hash
-- would be for one job, of which receipt_of_job allows one. A constraint of a table cannot be dropped, so the table is
-- rewritten.
DROP TRIGGER usage_of_log_begun;
DROP TRIGGER usage_of_log_grown;
CREATE TABLE receipt_next (
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
  delegation TEXT CHECK (delegation IS NULL OR json_valid(delegation)),
  UNIQUE (organization_id, log_index)
) STRICT;
INSERT INTO receipt_next (
  id, organization_id, log_index, agent_id, consumer_id, job_id, resolution, context_hash, supersedes, receipt_hash,
  signing_key_id, key_fingerprint, signed_bytes, signature, issued_at, received_at, metadata, mac, order_id, delegation
)
SELECT
  id, organization_id, log_index, agent_id, consumer_id, job_id, resolution, context_hash, supersedes, receipt_hash,
  signing_key_id, key_fingerprint, signed_bytes, signature, issued_at, received_at, metadata, mac, order_id, delegation
FROM receipt
ORDER BY rowid;
DROP TABLE receipt;
ALTER TABLE receipt_next RENAME TO receipt;
CREATE UNIQUE INDEX receipt_of_job ON receipt (organization_id, job_id, agent_id, ifnull(supersedes, ''));
CREATE INDEX receipt_by_hash ON receipt (organization_id, log_index >> 9, substr(receipt_hash, 1, 16));
CREATE INDEX receipt_by_received ON receipt (organization_id, received_at, log_index);
CREATE INDEX receipt_by_issued ON receipt (organization_id, issued_at, log_index);
CREATE INDEX receipt_by_context ON receipt (organization_id, context_hash, received_at, log_index);
CREATE INDEX receipt_by_consumer ON receipt (organization_id, consumer_id, received_at, log_index);
CREATE INDEX receipt_by_agent ON receipt (organization_id, agent_id, received_at, log_index);
CREATE INDEX receipt_by_key ON receipt (organization_id, signing_key_id, received_at, log_index);
CREATE INDEX receipt_by_resolution ON receipt (organization_id, resolution, received_at, log_index)
  WHERE resolution <> 'success';
CREATE TRIGGER usage_of_log_begun AFTER INSERT ON log_head WHEN NEW.size > 0 BEGIN
  INSERT INTO usage
  SELECT NEW.organization_id, 0, 0, 0, 0, count(*), sum(octet_length(signed_bytes) + coalesce(octet_length(metadata), 0))
  FROM receipt WHERE organization_id = NEW.organization_id AND log_index < NEW.size HAVING count(*) > 0
  ON CONFLICT (organization_id, slot) DO UPDATE SET stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER usage_of_log_grown AFTER UPDATE OF size ON log_head WHEN NEW.size > OLD.size BEGIN
  INSERT INTO usage
  SELECT NEW.organization_id, 0, 0, 0, 0, count(*), sum(octet_length(signed_bytes) + coalesce(octet_length(metadata), 0))
  FROM receipt WHERE organization_id = NEW.organization_id AND log_index >= OLD.size AND log_index < NEW.size HAVING count(*) > 0
  ON CONFLICT (organization_id, slot) DO UPDATE SET stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER usage_of_receipt_removed AFTER DELETE ON receipt
WHEN OLD.log_index < (SELECT size FROM log_head WHERE organization_id = OLD.organization_id) BEGIN
  UPDATE usage SET stored_rows = stored_rows - 1,
    bytes = bytes - octet_length(OLD.signed_bytes) - coalesce(octet_length(OLD.metadata), 0)
  WHERE organization_id = OLD.organization_id AND slot = 0;
END;
