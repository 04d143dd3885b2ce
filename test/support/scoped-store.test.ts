import { expect, it } from 'vitest';
import type { Rows, Write } from '../../src/ports.js';
import { itemRow, OTHER_ORG, OTHER_SHOP, put, setStock, write } from '../store/sample-rows.js';
import { storeOfEach } from '../store/store-of-each.js';
import { ScopedStore } from './scoped-store.js';

const place = storeOfEach();

it('hides rows of shops of another organization, and rejects writes of them', async () => {
  const shop_id = 'shop_3';
  const theirItem = itemRow('mug', { shop_id });
  await write(place.store, put('organization', OTHER_ORG));
  await write(place.store, put('shop', { ...OTHER_SHOP, id: shop_id, organization_id: OTHER_ORG.id }));
  await write(place.store, put('item', theirItem), put('item', itemRow('mug')));
  const scoped = new ScopedStore(place.store);
  const inScope = <R>(look: (rows: Rows) => R, ...writes: Write[]) =>
    scoped.update((rows) => ({ result: look(rows), writes }), 'org_1');
  expect(await inScope((rows) => [...rows.many('item', ['shop_1/mug', 'shop_3/mug']).keys()])).toEqual(['shop_1/mug']);
  await inScope(() => undefined, setStock('shop_1/mug', 1));
  for (const foreign of [setStock('shop_3/mug', 1), put('item', { ...theirItem, version: 1 })])
    await expect(inScope(() => undefined, foreign)).rejects.toThrow('org_1 makes a write of org_2');
});
