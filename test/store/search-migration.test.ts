import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenedStore } from '../../src/store/open-store.js';
import { storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { insert, OLD_VERSION, openOldFile } from './old-file.js';
import { itemRow, NOW, OTHER_SHOP, SHOP } from './sample-rows.js';

/** Inserts an item as it was before the search existed. */
function oldItem(database: Database, id: string, change: Parameters<typeof itemRow>[1]): void {
  const { brand: _brand, categories: _categories, keywords: _keywords, ...row } = itemRow(id, change);
  const { shop_id, status, title, description } = row;
  insert(database, 'item', { key: `${shop_id}/${id}`, shop_id, status, title, description }, row);
}

let folder: string;
let store: OpenedStore;
beforeEach(async () => {
  folder = temporaryFolder();
  const file = join(folder, 'portal.db');
  const database = openOldFile(file, 1);
  const german = JSON.stringify({ ...SHOP.settings, language: 'de' });
  database
    .prepare("UPDATE shop SET body = json_set(body, '$.settings', json(?)) WHERE key = ?")
    .run(german, OTHER_SHOP.id);
  oldItem(database, 'mug', { title: 'Blue mugs', price: 1600 });
  oldItem(database, 'gone', { title: 'Mug', status: 'withdrawn' });
  oldItem(database, 'tasse', { title: 'Blaue Tassen', shop_id: OTHER_SHOP.id });
  // Adds more items than one transaction indexes.
  for (let index = 0; index < 600; index += 1) oldItem(database, `pen-${index}`, { title: 'Pen' });
  database.close();
  store = await storeOn(file);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const found = async (shopId: string, token: string, price?: number) => {
  const filter = { min_price: price, max_price: price, in_stock: undefined };
  const wanted = { stages: [[[token]]], filter, limit: 1_000, depth: 1_000, of_product: 1 };
  return (await store.candidates(shopId, wanted)).map(({ id }) => id);
};

it('finds the items of an older file by the terms of their shop', async () => {
  expect(await found(SHOP.id, 'mug', 1600)).toEqual(['mug']);
  expect(await found(OTHER_SHOP.id, 'tass', 100)).toEqual(['tasse']);
  expect(await found(OTHER_SHOP.id, 'tass', 101)).toEqual([]);
  expect(await found(SHOP.id, 'pen')).toHaveLength(600);
  expect(await store.vocabulary(SHOP.id, [{ by: 'word', texts: ['', 'mugs', 'pen'] }])).toEqual([
    [
      { word: '', term: '', items: 601 },
      { word: 'mugs', term: 'mug', items: 1 },
      { word: 'pen', term: 'pen', items: 600 },
    ],
  ]);
  expect(await store.due('misindexed_items', NOW, 10)).toEqual([]);
});

it('adds new members to the items of an older file, and stores their prices for filters', async () => {
  const item = await store.read((rows) => rows.get('item', `${SHOP.id}/mug`));
  expect(item).toEqual({ ...itemRow('mug', { title: 'Blue mugs', price: 1600 }), version: OLD_VERSION });
  const filter = { shop_id: SHOP.id, min_price: 1600, max_price: undefined, in_stock: undefined, categories: [] };
  const { entries } = await store.list('items_filtered', filter, undefined, 10);
  expect(entries.map(({ item }) => item.id)).toEqual(['mug']);
});
