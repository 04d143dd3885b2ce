import { expect, it } from 'vitest';
import type { Position, Put, Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, itemRow, keyRow, NOW, ORG, OTHER_SHOP, put, SHOP, write } from './sample-rows.js';
import { walk } from './walk.js';

const itemIds = async (store: Store, shopId: string, limit = 2, between?: (turn: number) => Promise<void>) =>
  (await walk((after: Position | undefined) => store.listItems(shopId, after, limit), between)).map(
    ({ item }) => item.id,
  );

const itemAt = (id: string, at: number): Put => put('item', itemRow(id, { created_at: NOW + at }));

export function listsSuite(bench: () => Bench): void {
  it('lists items on sale oldest first, with what is left', async () => {
    await write(
      bench().store,
      itemAt('b', 1),
      itemAt('c', 0),
      itemAt('a', 1),
      put('item', itemRow('gone', { status: 'withdrawn' })),
      put('item', itemRow('theirs', { shop_id: OTHER_SHOP.id })),
      { type: 'set', counter: 'stock', key: `${SHOP.id}/a`, to: 0 },
      { type: 'set', counter: 'discount_use', key: `${SHOP.id}/b`, to: 3 },
    );
    for (const limit of [1, 2, 3, 100]) expect(await itemIds(bench().store, SHOP.id, limit)).toEqual(['c', 'a', 'b']);
    expect(await itemIds(bench().store, OTHER_SHOP.id)).toEqual(['theirs']);
    const { entries } = await bench().store.listItems(SHOP.id, undefined, 10);
    expect(entries.map(({ stock }) => stock)).toEqual([null, 0, null]);
  });

  it('shows each item once while others come and go', async () => {
    const { store } = bench();
    await write(store, ...['a', 'b', 'c', 'd', 'e'].map((id, at) => itemAt(id, at)));
    const seen = await itemIds(store, SHOP.id, 2, async (turn) => {
      await write(store, itemAt(`early${turn}`, -10 - turn));
      if (turn === 0)
        await write(store, put('item', itemRow('b', { created_at: NOW + 1, status: 'withdrawn', version: 1 })));
    });
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('lists payments that were left open, oldest first', async () => {
    const paying = (id: string, started_at: number, state: 'paying' | 'open' | 'completed') =>
      put(
        'checkout',
        checkoutRow(id, { state, attempt: { id, handler_id: 'h', amount: 1, currency: 'USD', started_at } }),
      );
    await write(
      bench().store,
      paying('late', 30, 'paying'),
      paying('early', 10, 'paying'),
      paying('middle', 20, 'paying'),
      paying('reopened', 5, 'open'),
      paying('paid', 5, 'completed'),
    );
    expect(await bench().store.listOpenPayments(30, 10)).toEqual(['early', 'middle']);
    expect(await bench().store.listOpenPayments(31, 2)).toEqual(['early', 'middle']);
    expect(await bench().store.listOpenPayments(10, 10)).toEqual([]);
  });

  it('finds and lists keys', async () => {
    const { store } = bench();
    await write(store, put('organization', { ...ORG, id: 'org_2' }), put('api_key', keyRow('key_1')));
    await write(store, put('api_key', keyRow('key_2', { created_at: NOW - 1, deployment_id: null })));
    await write(store, put('api_key', keyRow('key_3', { organization_id: 'org_2', deployment_id: null })));
    expect((await store.findKeyByHash('hash of key_1'))?.id).toBe('key_1');
    expect(await store.findKeyByHash('hash of key_9')).toBeUndefined();
    expect((await store.listKeys(ORG.id)).map(({ id }) => id)).toEqual(['key_2', 'key_1']);
  });

  it('lists deployments and organizations up to a limit', async () => {
    expect((await bench().store.listDeployments(10)).map(({ id }) => id)).toEqual(['dep_1', 'dep_2']);
    expect(await bench().store.listDeployments(1)).toHaveLength(1);
    expect((await bench().store.listOrganizations(10)).map(({ id }) => id)).toEqual([ORG.id]);
  });
}
