import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { expect, it } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import { itemKey } from '../../src/domain/shop/item.js';
import { openDatabaseCheck } from '../../src/store/open-store.js';
import { newStore, storeOn } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { accept, receiptRow, seedAttested } from './attested-rows.js';
import { insert, openOldFile } from './old-file.js';
import { checkoutRow, DEPLOYMENT, discountRow, itemRow, keyRow, NOW, ORG, SHOP, seed, write } from './sample-rows.js';

/** A schema from before usage was counted. */
const BEFORE = 21;

it('counts the existing rows of an older file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const old = openOldFile(path, BEFORE);
  const ofShop = { shop_id: SHOP.id };
  const item = { ...ofShop, price: 100, options: '[]' };
  insert(old, 'item', { key: itemKey(SHOP.id, 'a'), ...item, status: 'active' }, itemRow('a'));
  insert(old, 'item', { key: itemKey(SHOP.id, 'b'), ...item, status: 'withdrawn' }, itemRow('b'));
  insert(old, 'discount', { key: discountKey(SHOP.id, 'd'), ...ofShop, automatic: 0 }, discountRow('d'));
  for (const [id, state] of [
    ['chk_open', 'open'],
    ['chk_over', 'canceled'],
  ] as const) {
    const columns = { key: id, ...ofShop, deployment_id: DEPLOYMENT.id, buyer_id: id, state, expires_at: NOW };
    insert(old, 'checkout', columns, checkoutRow(id, { state }));
  }
  for (const [id, revoked_at] of [
    ['key_live', null],
    ['key_revoked', NOW],
  ] as const) {
    const columns = { key: id, organization_id: ORG.id, hash: id, deployment_id: DEPLOYMENT.id };
    insert(old, 'api_key', columns, keyRow(id, { revoked_at }));
  }
  old.close();
  const store = await storeOn(path);
  const usage = await store.read((rows) => rows.find('usage', ORG.id));
  // Includes the rows of two shops and two deployments.
  expect(usage).toMatchObject({ keys: 1, items: 1, open_carts: 1, rows: 11 });
  await store.close();
  expect(await checkUsage(path)).toEqual([{ part: 'usage', count: 1, faults: [] }]);
  rmSync(folder, { recursive: true });
});

it('counts receipts from the time when the head of their log covers them', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'portal.db');
  const store = await newStore(path);
  await seed(store);
  await seedAttested(store);
  await write(store, ...['a', 'b', 'c'].map((id) => accept(receiptRow(id, { metadata: '{}' }))));
  await store.close();
  const file = new DatabaseConstructor(path);
  const counted = () => file.prepare("SELECT stored_rows, bytes FROM usage WHERE organization_id = 'org_1'").get();
  const valid = [{ part: 'usage', count: 2, faults: [] }];
  expect(await checkUsage(path)).toEqual(valid);
  const all = counted();
  // As a move of data writes them: receipts first, then heads.
  file.exec('CREATE TEMP TABLE saved AS SELECT * FROM receipt; CREATE TEMP TABLE head AS SELECT * FROM log_head');
  file.exec("DELETE FROM receipt WHERE id <> 'a'");
  expect(await checkUsage(path)).toEqual(valid);
  file.exec('DELETE FROM receipt; DELETE FROM log_head; INSERT INTO receipt SELECT * FROM saved');
  file.exec("DELETE FROM receipt WHERE id = 'c'; INSERT INTO receipt SELECT * FROM saved WHERE id = 'c'");
  file.exec('INSERT INTO log_head SELECT * FROM head');
  expect([counted(), await checkUsage(path)]).toEqual([all, valid]);
  file.close();
  rmSync(folder, { recursive: true });
});

async function checkUsage(path: string) {
  const check = await openDatabaseCheck(path);
  const found = (await check.run(() => undefined)).filter(({ part }) => part === 'usage');
  await check.close();
  return found;
}
