-- Leaves of a log that are no receipts: what happened to keys, agents and the log itself, byte for byte as they were
-- hashed. `salt` opens the hash of what is not published (docs/receipts-format.md, Entries).
CREATE TABLE log_entry (
  organization_id TEXT NOT NULL REFERENCES organization (key),
  log_index INTEGER NOT NULL CHECK (log_index >= 0),
  type TEXT NOT NULL,
  data BLOB NOT NULL,
  salt BLOB,
  PRIMARY KEY (organization_id, log_index)
) STRICT, WITHOUT ROWID;

-- 0 = written before logs had epochs and entries: its MAC covers less, and the keys and agents have no entries yet.
ALTER TABLE log_head ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

-- The names that a log had before: each was closed by a statement that the log signed under both names.
CREATE TABLE log_closed (
  organization_id TEXT NOT NULL REFERENCES organization (key),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  vkey TEXT NOT NULL,
  statement TEXT NOT NULL,
  PRIMARY KEY (organization_id, epoch)
) STRICT, WITHOUT ROWID;

-- The order whose hash a receipt named when it was accepted; under the MAC of the receipt.
ALTER TABLE receipt ADD COLUMN order_id TEXT;
