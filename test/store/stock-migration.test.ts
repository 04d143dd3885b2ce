import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Checkout, PRICING_RULES } from '../../src/domain/checkout/checkout.js';
import { type Item, itemKey } from '../../src/domain/shop/item.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile, shapeOf } from './old-file.js';
import { CAUSE, checkoutRow, itemRow, moveStock, NOW, OTHER_SHOP, SHOP, write } from './sample-rows.js';

const IMAGE = '/media/demo/mug.svg';
const withImage = (id: string): Item =>
  itemRow(id, { counted: true, image_url: IMAGE, images: [{ url: IMAGE, alt: null }] });
const ITEMS = [
  withImage('counted'),
  itemRow('sold-out', { counted: true }),
  itemRow('digital', { fulfillment_types: ['digital'] }),
  itemRow('gone', { counted: true, status: 'withdrawn' }),
  itemRow('counted', { counted: true, shop_id: OTHER_SHOP.id }),
];
const COUNTERS = [
  ['stock', itemKey(SHOP.id, 'counted'), 7],
  ['stock', itemKey(SHOP.id, 'sold-out'), 0],
  ['stock', itemKey(SHOP.id, 'gone'), 2],
  ['stock', itemKey(OTHER_SHOP.id, 'counted'), 5],
  ['discount_use', itemKey(SHOP.id, 'counted'), 3],
] as const;

const frozen = {
  shop: { ...SHOP, version: OLD_VERSION },
  items: [withImage('counted'), itemRow('digital')].map((item) => ({ ...item, version: OLD_VERSION })),
  discounts: [],
  priced_at: NOW,
};
const CHECKOUTS = [
  checkoutRow('chk_open'),
  checkoutRow('chk_paying', { state: 'paying', frozen: { ...frozen, rules: PRICING_RULES } }),
  checkoutRow('chk_done', { state: 'completed', frozen: { ...frozen, rules: PRICING_RULES } }),
];

/** Returns an item as it was before variants existed. */
function earlierItem({ product_id, options, gtin, mpn, images, backorder, ...item }: Item) {
  return item;
}

function earlierCheckout({ frozen: terms, ...checkout }: Checkout) {
  return { ...checkout, ...(terms && { frozen: { ...terms, items: terms.items.map(earlierItem) } }) };
}

const UNINDEXED = `
  INSERT INTO item_search (seq, shop_id, id, price, form, facts, words)
  SELECT seq, shop_id, json_extract(body, '$.id'), price, '', '', '[]' FROM item WHERE status = 'active'`;

/** Creates a file as a program with only the first ten schemas did. */
function oldFile(path: string): void {
  const database = openOldFile(path, 10);
  for (const row of ITEMS) {
    const { id, shop_id, status, price } = row;
    insert(database, 'item', { key: itemKey(shop_id, id), shop_id, status, price }, earlierItem(row));
  }
  // Search terms are built when the file is opened.
  database.exec(UNINDEXED);
  for (const row of CHECKOUTS) {
    const { id, shop_id, deployment_id, buyer_id, state, expires_at } = row;
    insert(
      database,
      'checkout',
      { key: id, shop_id, deployment_id, buyer_id, state, expires_at },
      earlierCheckout(row),
    );
  }
  const counter = database.prepare('INSERT INTO counter (name, key, value) VALUES (?, ?, ?)');
  for (const row of COUNTERS) counter.run(...row);
  database.close();
}

describe('items and stock of a file without a ledger', () => {
  let folder: string;
  let file: string;
  let store: OpenedStore;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder, 'old.db');
    oldFile(file);
    store = await storeOn(file);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const ledgerOf = async (key: string) => (await store.list('stock_movements', { item: key }, undefined, 10)).entries;
  const left = (key: string) => store.read((rows) => rows.counters('stock', [key]).get(key));

  it.each(ITEMS)('adds new members to $shop_id/$id, and keeps the others', async (row) => {
    const found = await store.read((rows) => rows.get('item', itemKey(row.shop_id, row.id)));
    expect(found).toEqual({ ...row, version: OLD_VERSION });
  });

  it.each(COUNTERS)('keeps %s of %s at %i', async (name, key, value) => {
    expect(await store.read((rows) => rows.counters(name, [key]).get(key))).toBe(value);
  });

  it('begins the ledger with the stock, and continues it', async () => {
    for (const [name, key, value] of COUNTERS) {
      const opening = { seq: 1, by: value, stock_after: value, kind: 'opening', actor: 'portal', reason: null };
      if (name === 'stock') expect(await ledgerOf(key)).toMatchObject([opening]);
    }
    expect(await ledgerOf(itemKey(SHOP.id, 'digital'))).toEqual([]);
    const key = itemKey(SHOP.id, 'counted');
    await write(store, moveStock(key, -2));
    expect(await ledgerOf(key)).toMatchObject([
      { seq: 2, by: -2, stock_after: 5 },
      { seq: 1, by: 7 },
    ]);
    expect(await left(key)).toBe(5);
  });

  it('lets stock fall below zero, unlike other counters', async () => {
    const key = itemKey(SHOP.id, 'sold-out');
    await write(store, { type: 'move_stock', key, by: -1, below_zero: true, cause: CAUSE });
    expect(await left(key)).toBe(-1);
    const less = { type: 'add', counter: 'discount_use', key: itemKey(SHOP.id, 'counted'), by: -4 } as const;
    await expect(write(store, less)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(CHECKOUTS)('adds the new members to the items in the frozen terms of $id', async (row) => {
    const found = await store.read((rows) => rows.get('checkout', row.id));
    expect(found).toEqual({ ...row, version: OLD_VERSION });
  });

  it('finds its items, which are not variants of any product', async () => {
    const filter = { min_price: undefined, max_price: undefined, in_stock: undefined };
    const wanted = { stages: [[['count']]], filter, limit: 10, depth: 10, of_product: 1 };
    expect((await store.candidates(SHOP.id, wanted)).map(({ id }) => id)).toEqual(['counted']);
    expect(await store.read((rows) => rows.find('variants', SHOP.id, ['counted']).size)).toBe(0);
  });

  it('gets the tables, columns and indexes of a new file', async () => {
    const fresh = join(folder, 'fresh.db');
    await (await newStore(fresh)).close();
    expect(shapeOf(file)).toEqual(shapeOf(fresh));
  });
});
