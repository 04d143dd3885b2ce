-- Nodes in the order in which the log grows: a batch adds them in one place of the index instead of one for each level.
-- `log_index` is the leaf that completes the subtree.
ALTER TABLE log_node
  DROP CONSTRAINT log_node_pkey,
  ALTER COLUMN position TYPE bigint USING ((position + 1) << level::int) - 1;
ALTER TABLE log_node RENAME COLUMN position TO log_index;
ALTER TABLE log_node ADD PRIMARY KEY (organization_id, log_index, level);
