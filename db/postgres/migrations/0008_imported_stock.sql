-- The units that the last import sent for an item are a counter too, and negative where a merchant sells on.
ALTER TABLE counter DROP CONSTRAINT counter_check;
ALTER TABLE counter ADD CONSTRAINT counter_check CHECK (value >= 0 OR name IN ('stock', 'imported_stock'));
