-- Held orders that are released at an instant unless their consumer disputes a receipt.
ALTER TABLE "order" ADD COLUMN release_at INTEGER;
CREATE INDEX order_release ON "order" (release_at, key) WHERE release_at IS NOT NULL;

-- Audits read all entries except those of orders and countersignatures, which are many more.
DROP INDEX log_entry_not_of_orders;
CREATE INDEX log_entry_of_rows ON log_entry (organization_id, log_index)
  WHERE substr(type, 1, 6) NOT IN ('order_', 'receip');
