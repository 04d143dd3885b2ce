import type { Database } from 'better-sqlite3';

const ADD = `
  INSERT INTO usage (organization_id, slot, api_keys, items, open_carts, stored_rows, bytes)
  VALUES ((SELECT organization_id FROM shop WHERE key = $shop_id), 0, 0, 0, $open_carts, $rows, $bytes)
  ON CONFLICT (organization_id, slot) DO UPDATE SET open_carts = open_carts + excluded.open_carts,
    stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes`;

/** An order or a checkout. */
interface Counted {
  readonly id: string;
  readonly shop_id: string;
}

/** New orders and checkouts of a shop that have yet to be counted. */
interface Added {
  readonly shop_id: string;
  open_carts: number;
  rows: number;
  bytes: number;
}

/**
 * Counts new orders and checkouts in the usage of their organization, together for each shop. Triggers count all other
 * changes, but with a trigger SQLite would copy each page that these inserts change.
 */
export class AddedUsage {
  private readonly statement;
  /** By shop. */
  private added = new Map<string, Added>();
  /** Orders and checkouts in `added`. */
  private ids = new Set<string>();

  constructor(database: Database) {
    this.statement = database.prepare<[Added]>(ADD);
  }

  addOrder(order: Counted, body: string): void {
    this.add(order, 0, Buffer.byteLength(body));
  }

  /** Open checkouts count as carts, and their bytes only once they end. */
  addCheckout(checkout: Counted, isOpen: boolean, body: string): void {
    if (isOpen) this.add(checkout, 1, 0);
    else this.add(checkout, 0, Buffer.byteLength(body));
  }

  private add({ id, shop_id }: Counted, openCarts: number, bytes: number): void {
    const sum = this.added.get(shop_id) ?? { shop_id, open_carts: 0, rows: 0, bytes: 0 };
    sum.open_carts += openCarts;
    sum.rows += 1;
    sum.bytes += bytes;
    this.added.set(shop_id, sum);
    this.ids.add(id);
  }

  /** Called before a row is changed: triggers count changes only in a usage that exists, so a new row is counted first. */
  beforeChange({ id }: Counted): void {
    if (this.ids.has(id)) this.write();
  }

  /** Counts what was added: before the COMMIT, and before a decision reads the usage. */
  write(): void {
    for (const sum of this.added.values()) this.statement.run(sum);
    this.clear();
  }

  /** Forgets what was added, when it is rolled back. */
  clear(): void {
    if (this.added.size === 0) return;
    this.added = new Map();
    this.ids = new Set();
  }
}
