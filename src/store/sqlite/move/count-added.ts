/**
 * Triggers of one connection that count new orders and checkouts in the usage, as the store does by a statement
 * (src/store/sqlite/rows/added-usage.ts).
 */
export const COUNT_ADDED = [
  ['checkout', "NEW.state IN ('open', 'paying')"],
  ['order', 'false'],
]
  .map(
    ([table, isOpen]) => `
  CREATE TEMP TRIGGER count_${table} AFTER INSERT ON main."${table}" BEGIN
    INSERT INTO usage
    SELECT organization_id, 0, 0, 0, ${isOpen}, 1, iif(${isOpen}, 0, octet_length(NEW.body)) FROM shop WHERE key = NEW.shop_id
    ON CONFLICT (organization_id, slot) DO UPDATE SET open_carts = open_carts + excluded.open_carts,
      stored_rows = stored_rows + 1, bytes = bytes + excluded.bytes;
  END;`,
  )
  .join('');
