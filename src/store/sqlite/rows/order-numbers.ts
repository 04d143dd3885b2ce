import type { Database } from 'better-sqlite3';
import { required } from '../../../domain/values/required.js';
import type { LastOrders } from '../search/order-terms.js';

const READ = `
  SELECT
    seq AS number,
    (SELECT coalesce(max(changed), 0) FROM "order" WHERE shop_id = $shop_id) AS changed,
    (SELECT coalesce(max(seq), 0) FROM "order") AS added,
    (SELECT seq FROM indexed_order WHERE id = 1) AS indexed
  FROM shop WHERE key = $shop_id`;
const NUMBER_SHOP = 'UPDATE shop SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM shop) WHERE key = ? RETURNING seq';

interface StoredNumbers {
  /** `null` until the shop's first order. */
  readonly number: number | null;
  readonly changed: number;
  readonly added: number;
  readonly indexed: number;
}

/** The last numbers of orders. A writer of an order increases them. */
interface LastNumbers {
  readonly ofAllShops: LastOrders;
  /** Number of the shop in the index of search terms. */
  readonly shop: number;
  /** Number of the last change of an order of the shop. */
  changed: number;
}

/**
 * Numbers of orders, read once per shop and transaction. A file has one writer at a time, so each number is used once and
 * never becomes visible before a smaller one.
 */
export class OrderNumbers {
  private readonly read;
  private readonly numberShop;
  private ofAllShops: LastOrders | undefined;
  private shops = new Map<string, LastNumbers>();

  constructor(database: Database) {
    this.read = database.prepare<[{ readonly shop_id: string }], StoredNumbers>(READ);
    this.numberShop = database.prepare<[string], number>(NUMBER_SHOP).pluck();
  }

  ofShop(shop_id: string): LastNumbers {
    const known = this.shops.get(shop_id);
    if (known) return known;
    const { number, changed, added, indexed } = required(this.read.get({ shop_id }), 'shop');
    this.ofAllShops ??= { added, indexed };
    const shop = number ?? required(this.numberShop.get(shop_id), 'shop');
    const numbers = { ofAllShops: this.ofAllShops, shop, changed };
    this.shops.set(shop_id, numbers);
    return numbers;
  }

  /** Forgets the numbers at the end of the transaction, and when orders are rolled back. */
  clear(): void {
    this.ofAllShops = undefined;
    if (this.shops.size > 0) this.shops = new Map();
  }
}
