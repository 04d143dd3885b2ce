import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discountKey, useKey } from '../../src/domain/shop/discount.js';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, openOldFile, shapeOf } from './old-file.js';
import { checkoutRow, NOW, SHOP } from './sample-rows.js';

/** A discount as the first schema had it: what is new in it has no member. */
const LIMITED = {
  shop_id: SHOP.id,
  code: 'Summer',
  title: 'Ten off',
  kind: 'percent',
  value_ppm: 100_000,
  max_uses: 50,
  combinable: true,
  created_at: NOW + 7,
  updated_at: NOW + 8,
};
const PLAIN = { ...LIMITED, code: 'Free', kind: 'free_shipping', value_ppm: undefined, max_uses: undefined };

const over = { updated_at: NOW + 11, expires_at: NOW + 22, buyer: { email: 'ada@example.com' } };
const CHECKOUTS = [
  checkoutRow('chk_canceled', { ...over, state: 'canceled' }),
  checkoutRow('chk_expired', { ...over, state: 'canceled', expired: true }),
  checkoutRow('chk_completed', { ...over, state: 'completed' }),
  checkoutRow('chk_open', over),
];

/** A file as a program with the first schema alone left it. */
function oldFile(path: string): void {
  const database = openOldFile(path, 1);
  for (const row of [LIMITED, PLAIN]) {
    const { created_at } = row;
    insert(database, 'discount', { key: discountKey(SHOP.id, row.code), shop_id: SHOP.id, created_at }, row);
  }
  for (const row of CHECKOUTS) {
    const { id, shop_id, deployment_id, buyer_id, state, expires_at } = row;
    insert(database, 'checkout', { key: id, shop_id, deployment_id, buyer_id, state, expires_at }, row);
  }
  const counter = database.prepare('INSERT INTO counter (name, key, value) VALUES (?, ?, ?)');
  counter.run('discount_use', discountKey(SHOP.id, 'Summer'), 41);
  counter.run('discount_use', discountKey(SHOP.id, 'GONE'), 5);
  // An item may have the id of a code: its units are no uses.
  counter.run('stock', discountKey(SHOP.id, 'Summer'), 9);
  database.close();
}

describe('a file of the first schema', () => {
  let folder: string;
  let store: SqliteStore;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
    oldFile(file);
    store = new SqliteStore(file, { create: false });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('gets the members of a discount that are new, and keeps the others', async () => {
    const added = { automatic: false, once_per_buyer: false, version: 3 };
    const { entries } = await store.listDiscounts(SHOP.id, undefined, 10);
    const { value_ppm: _ppm, max_uses: _uses, ...plain } = PLAIN;
    expect(entries).toEqual([
      { ...plain, ...added },
      { ...LIMITED, ...added },
    ]);
    expect(await store.read((rows) => rows.automaticDiscounts(SHOP.id))).toEqual([]);
  });

  it('counts the uses made, no longer those left, under the new key', async () => {
    const key = useKey(LIMITED);
    expect(key).toBe(`${SHOP.id}/SUMMER/${NOW + 7}`);
    const counters = (name: 'discount_use' | 'stock', keys: readonly string[]) =>
      store.read((rows) => [...rows.counters(name, keys)]);
    const before = discountKey(SHOP.id, 'Summer');
    expect(await counters('discount_use', [key, before, useKey({ ...LIMITED, code: 'Free' })])).toEqual([[key, 9]]);
    expect(await counters('stock', [before, key])).toEqual([[before, 9]]);
    await store.update(() => ({
      writes: [{ type: 'add', counter: 'discount_use', key, by: -9 }],
      result: undefined,
    }));
    expect(await counters('discount_use', [key])).toEqual([[key, 0]]);
  });

  it('knows when each checkout ended that still has its content', async () => {
    expect(await store.listErasableCheckouts(NOW + 10, 10)).toEqual([]);
    expect(await store.listErasableCheckouts(NOW + 11, 10)).toEqual(['chk_canceled']);
    expect(await store.listErasableCheckouts(NOW + 21, 10)).toEqual(['chk_canceled']);
    expect(await store.listErasableCheckouts(NOW + 22, 10)).toEqual(['chk_canceled', 'chk_expired']);
    expect(await store.listExpiredCarts(NOW + 22, 10)).toEqual(['chk_open']);
    const kept = await store.read((rows) => rows.get('checkout', 'chk_canceled'));
    expect(kept).toEqual({ ...CHECKOUTS[0], version: 3 });
  });

  it('can be written on, and is brought up once', async () => {
    await store.update((rows) => {
      const row = rows.get('discount', discountKey(SHOP.id, 'FREE'));
      if (!row) throw new Error('the discount is gone');
      return { writes: [{ type: 'put', table: 'discount', row: { ...row, automatic: true } }], result: undefined };
    });
    const again = new SqliteStore(file, { create: false });
    const found = await again.read((rows) => rows.automaticDiscounts(SHOP.id));
    await again.close();
    expect(found.map(({ code, version }) => [code, version])).toEqual([['Free', 4]]);
  });

  it('has the tables, columns and indexes of a new one', async () => {
    const fresh = join(folder, 'fresh.db');
    await new SqliteStore(fresh, { create: true }).close();
    expect(shapeOf(file)).toEqual(shapeOf(fresh));
    expect(shapeOf(file).length).toBeGreaterThan(20);
  });
});
