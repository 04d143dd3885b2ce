import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discountKey, useKey } from '../../src/domain/shop/discount.js';
import { replaceWrite } from '../../src/ports.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile, shapeOf } from './old-file.js';
import { checkoutRow, keyRow, NOW, SHOP } from './sample-rows.js';

/** A discount of the first schema, without newer members. */
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
const LINES = [{ id: 'line', item_id: 'mug', quantity: 1, properties: [], seen_price: 5 }];
const CHECKOUTS = [
  checkoutRow('chk_canceled', { ...over, state: 'canceled', lines: LINES }),
  checkoutRow('chk_expired', { ...over, state: 'canceled', expired: true, lines: LINES }),
  checkoutRow('chk_empty', { ...over, state: 'canceled', expired: true }),
  checkoutRow('chk_completed', { ...over, state: 'completed' }),
  checkoutRow('chk_open', over),
];

/** Creates a file as a program with only the first schema did. */
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
  const { created_by: _unknown, ...key } = keyRow('key_old');
  const { hash, organization_id, deployment_id } = key;
  insert(database, 'api_key', { key: key.id, hash, organization_id, deployment_id }, key);
  const counter = database.prepare('INSERT INTO counter (name, key, value) VALUES (?, ?, ?)');
  counter.run('discount_use', discountKey(SHOP.id, 'Summer'), 41);
  counter.run('discount_use', discountKey(SHOP.id, 'GONE'), 5);
  // An item may have the same id as a discount code. Its stock must not be counted as uses of the discount.
  counter.run('stock', discountKey(SHOP.id, 'Summer'), 9);
  database.close();
}

describe('a file of the first schema', () => {
  let folder: string;
  let store: OpenedStore;
  let file: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder, 'portal.db');
    oldFile(file);
    store = await storeOn(file);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('adds new members to a discount, and keeps the others', async () => {
    const added = { automatic: false, once_per_buyer: false, version: 3 };
    const { entries } = await store.list('discounts', { shop_id: SHOP.id }, undefined, 10);
    const { value_ppm: _ppm, max_uses: _uses, ...plain } = PLAIN;
    expect(entries).toEqual([
      { ...plain, ...added },
      { ...LIMITED, ...added },
    ]);
    expect(await store.read((rows) => rows.find('automaticDiscounts', SHOP.id))).toEqual([]);
  });

  it('stores the uses made instead of the uses left, under the new key', async () => {
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

  it('records when each canceled or expired checkout ended', async () => {
    expect(await store.due('erasable_checkouts', NOW + 10, 10)).toEqual([]);
    expect(await store.due('erasable_checkouts', NOW + 11, 10)).toEqual(['chk_canceled']);
    expect(await store.due('erasable_checkouts', NOW + 21, 10)).toEqual(['chk_canceled']);
    expect(await store.due('erasable_checkouts', NOW + 22, 10)).toEqual(['chk_canceled', 'chk_empty', 'chk_expired']);
    expect(await store.due('expired_carts', NOW + 22, 10)).toEqual(['chk_open']);
    const kept = await store.read((rows) => rows.get('checkout', 'chk_canceled'));
    expect(kept).toEqual({ ...CHECKOUTS[0], version: 3 });
  });

  it('lists its carts that expired with lines as abandoned', async () => {
    const filter = { shop_id: SHOP.id, from: NOW, until: NOW + 30 };
    const { entries } = await store.list('abandoned_carts', filter, undefined, 10);
    expect(entries.map(({ id }) => id)).toEqual(['chk_expired']);
  });

  it('leaves the creators of its keys unknown', async () => {
    const key = await store.read((rows) => rows.get('api_key', 'key_old'));
    expect(key).toEqual({ ...keyRow('key_old'), created_by: null, version: OLD_VERSION });
  });

  it('accepts writes, and is migrated only once', async () => {
    await store.update((rows) => {
      const row = rows.get('discount', discountKey(SHOP.id, 'FREE'));
      if (!row) throw new Error('the discount is gone');
      return { writes: [replaceWrite('discount', row, { ...row, automatic: true })], result: undefined };
    });
    const again = await storeOn(file);
    const found = await again.read((rows) => rows.find('automaticDiscounts', SHOP.id));
    await again.close();
    expect(found.map(({ code, version }) => [code, version])).toEqual([['Free', 4]]);
  });

  it('gets the tables, columns and indexes of a new file', async () => {
    const fresh = join(folder, 'fresh.db');
    await (await newStore(fresh)).close();
    expect(shapeOf(file)).toEqual(shapeOf(fresh));
    expect(shapeOf(file).length).toBeGreaterThan(20);
  });
});
