import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '../../src/domain/shop/item.js';
import type { Store } from '../../src/ports.js';
import { tableChanges } from '../../src/store/sqlite/rows/table-changes.js';
import { CandidateCache } from '../../src/store/sqlite/search/candidate-cache.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { itemRow, put, recordRow, SHOP, seed, write } from './sample-rows.js';

let folder: string;
/** A store of another process. */
let other: Store;
let file: Database;
let cache: CandidateCache;
beforeEach(async () => {
  folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  other = await newStore(path);
  await seed(other);
  await write(other, put('item', itemRow('mug')));
  file = new DatabaseConstructor(path);
  cache = new CandidateCache(file);
});
afterEach(async () => {
  file.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

/** Reads the item from the cache, after a write of the other process. */
function candidate() {
  cache.onOtherWrite(tableChanges(file)().item_search);
  return cache.of(SHOP.id, [1])[0];
}

it('keeps its data while other processes write other rows, and prices', async () => {
  const before = candidate();
  expect(before).toMatchObject({ seq: 1, id: 'mug' });
  await write(other, put('idempotency', recordRow('call', 1)), put('item', itemRow('mug', { price: 5, version: 1 })));
  expect(candidate()).toBe(before);
});

it.each<[change: string, changes: readonly Partial<Item>[]]>([
  ['its words', [{ description: 'Blue' }]],
  ['its product alone', [{ product_id: 'mugs' }]],
  ['withdrawn, and put on sale again under another product', [{ status: 'withdrawn' }, { product_id: 'mugs' }]],
])('shows an item that another process changed: %s', async (_change, changes) => {
  const before = candidate();
  for (const [version, change] of changes.entries())
    await write(other, put('item', itemRow('mug', { ...change, version: version + 1 })));
  expect(candidate()).not.toEqual(before);
  expect(candidate()).toEqual(new CandidateCache(file).of(SHOP.id, [1])[0]);
});
