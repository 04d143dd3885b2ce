import type { Database } from 'better-sqlite3';
import { type Checkout, isUnended } from '../../../domain/checkout/checkout.js';
import { byteCache } from '../../../domain/values/bounded-cache.js';
import { once } from '../../../domain/values/once.js';
import { required } from '../../../domain/values/required.js';
import { decodeCheckout, type StoredRow } from '../../decode-row.js';
import { type SharedPart, withoutParts } from '../../shared-terms.js';
import type { AddedUsage } from './added-usage.js';
import type { RowForm } from './stored-table.js';

/** Maximum JSON text of the parsed parts in memory, in characters; the least recently read ones are dropped first. */
const MAX_CHARACTERS = 2 * 2 ** 20;

/** Reads and writes the parts shared by the frozen terms of checkouts (src/store/shared-terms.ts). */
export class SharedParts implements RowForm<Checkout> {
  private readonly select;
  private readonly find;
  private readonly insert;
  private readonly usage: AddedUsage;
  /** Parsed parts by shop and hash. They are never stale, since a part is identified by the hash of its contents. */
  private readonly known = byteCache<object>(MAX_CHARACTERS);

  constructor(database: Database, usage: AddedUsage) {
    this.usage = usage;
    this.select = once(() =>
      database.prepare<[string, string], string>('SELECT body FROM shared_part WHERE shop_id = ? AND hash = ?').pluck(),
    );
    this.find = once(() => database.prepare('SELECT 1 FROM shared_part WHERE shop_id = ? AND hash = ?').pluck());
    this.insert = once(() => database.prepare('INSERT INTO shared_part (shop_id, hash, body) VALUES (?, ?, ?)'));
  }

  read(stored: StoredRow): Checkout {
    return decodeCheckout(stored, (shopId, hash) => this.part(shopId, hash));
  }

  split(checkout: Checkout, isNew: boolean): ReturnType<RowForm<Checkout>['split']> {
    const { shop_id } = checkout;
    const { row, parts } = withoutParts(checkout);
    if (!isNew) this.usage.beforeChange(checkout);
    const writeRest: ReturnType<RowForm<Checkout>['split']>['writeRest'] = (body) => {
      if (isNew) this.usage.addCheckout(checkout, isUnended(checkout), body);
      for (const part of parts) this.store(shop_id, part);
    };
    return { row, writeRest };
  }

  /** Nearly every part is already stored, and looking for it takes a fraction of an insert that changes nothing. */
  private store(shopId: string, { hash, body }: SharedPart): void {
    if (this.find().get(shopId, hash) === undefined) this.insert().run(shopId, hash, body);
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
