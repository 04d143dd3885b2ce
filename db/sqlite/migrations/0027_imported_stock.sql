-- The units that the last import sent for an item are a counter too, and negative where a merchant sells on.
CREATE TABLE counter_next (
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  value INTEGER NOT NULL CHECK (value >= 0 OR name IN ('stock', 'imported_stock')),
  PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;
INSERT INTO counter_next SELECT name, key, value FROM counter;
DROP TABLE counter;
ALTER TABLE counter_next RENAME TO counter;
