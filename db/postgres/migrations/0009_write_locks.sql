-- Write transactions now exclude each other by advisory locks. Portals of an earlier version do not take them, so the
-- new name of this table, which each transaction writes to, keeps them from writing.
ALTER TABLE writer RENAME TO write_batch;
