-- Nodes in the order in which the log grows: a batch adds them in one place of the table instead of one for each level.
CREATE TABLE log_node_next (
  organization_id TEXT NOT NULL REFERENCES organization (key),
  -- The leaf that completes the subtree.
  log_index INTEGER NOT NULL,
  level INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (organization_id, log_index, level)
) STRICT, WITHOUT ROWID;
INSERT INTO log_node_next
SELECT organization_id, ((position + 1) << level) - 1 AS log_index, level, hash FROM log_node
ORDER BY organization_id, log_index, level;
DROP TABLE log_node;
ALTER TABLE log_node_next RENAME TO log_node;
