import type { Database } from 'better-sqlite3';
import type { Checkout } from '../../../domain/checkout/checkout.js';
import { byteCache } from '../../../domain/values/bounded-cache.js';
import { once } from '../../../domain/values/once.js';
import { required } from '../../../domain/values/required.js';
import { decodeCheckout, type StoredRow } from '../../decode-row.js';
import { withoutParts } from '../../shared-terms.js';
import type { RowForm } from './stored-table.js';

/** Maximum JSON text of the parsed parts in memory, in characters; the least recently read ones are dropped first. */
const MAX_CHARACTERS = 2 * 2 ** 20;

/** Reads and writes the parts shared by the frozen terms of checkouts (src/store/shared-terms.ts). */
export class SharedParts implements RowForm<Checkout> {
  private readonly select;
  private readonly insert;
  /** Parsed parts by shop and hash. They are never stale, since a part is identified by the hash of its contents. */
  private readonly known = byteCache<object>(MAX_CHARACTERS);

  constructor(database: Database) {
    this.select = once(() =>
      database.prepare<[string, string], string>('SELECT body FROM shared_part WHERE shop_id = ? AND hash = ?').pluck(),
    );
    this.insert = once(() =>
      database.prepare('INSERT INTO shared_part (shop_id, hash, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    );
  }

  read(stored: StoredRow): Checkout {
    return decodeCheckout(stored, (shopId, hash) => this.part(shopId, hash));
  }

  split(checkout: Checkout): ReturnType<RowForm<Checkout>['split']> {
    const { row, parts } = withoutParts(checkout);
    const writeRest = () => {
      for (const { hash, body } of parts) this.insert().run(checkout.shop_id, hash, body);
    };
    return { row, writeRest };
  }

  private part(shopId: string, hash: string): object {
    const key = `${shopId}/${hash}`;
    const known = this.known.get(key);
    if (known) return known;
    const body = required(this.select().get(shopId, hash), `part ${hash} of a checkout's terms`);
    const part = JSON.parse(body);
    this.known.set(key, part, { size: body.length });
    return part;
  }
}
