import type { Database } from 'better-sqlite3';

const ADD = `
  INSERT INTO usage (organization_id, slot, api_keys, items, open_carts, stored_rows, bytes)
  VALUES ((SELECT organization_id FROM shop WHERE key = ?), 0, 0, 0, ?, 1, ?)
  ON CONFLICT (organization_id, slot) DO UPDATE SET open_carts = open_carts + excluded.open_carts,
    stored_rows = stored_rows + 1, bytes = bytes + excluded.bytes`;

/**
 * Counts new orders and checkouts in the usage of their organization. Triggers count all other changes, but with a trigger
 * SQLite would copy each page that these inserts change.
 */
export class AddedUsage {
  private readonly statement;

  constructor(database: Database) {
    this.statement = database.prepare<[shopId: string, openCarts: number, bytes: number]>(ADD);
  }

  addOrder(shopId: string, body: string): void {
    this.statement.run(shopId, 0, Buffer.byteLength(body));
  }

  /** Open checkouts count as carts, and their bytes only once they end. */
  addCheckout(shopId: string, isOpen: boolean, body: string): void {
    if (isOpen) this.statement.run(shopId, 1, 0);
    else this.statement.run(shopId, 0, Buffer.byteLength(body));
  }
}
