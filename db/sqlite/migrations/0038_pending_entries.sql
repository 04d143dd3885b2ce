-- Entries of orders, written with the change that they record. A portal gives them their places in the log soon after, many
-- at once. The MAC, under the log's key, shows that the portal wrote them.
CREATE TABLE log_pending (
  organization_id TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  type TEXT NOT NULL,
  data BLOB NOT NULL,
  mac BLOB NOT NULL,
  PRIMARY KEY (organization_id, seq)
) STRICT, WITHOUT ROWID;

-- Audits read all entries except those of orders, which are many more.
CREATE INDEX log_entry_not_of_orders ON log_entry (organization_id, log_index) WHERE substr(type, 1, 6) <> 'order_';
