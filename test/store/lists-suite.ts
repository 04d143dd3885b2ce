import { expect, it } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import type { Position, Put, Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, itemRow, NOW, OTHER_SHOP, put, SHOP, setStock, write } from './sample-rows.js';
import { walk, walkInPages } from './walk.js';

const itemIds = async (store: Store, shopId: string, limit = 2, between?: (turn: number) => Promise<void>) =>
  (
    await walk((after: Position | undefined) => store.list('items_on_sale', { shop_id: shopId }, after, limit), between)
  ).map(({ item }) => item.id);

const itemAt = (id: string, at: number): Put => put('item', itemRow(id, { created_at: NOW + at }));

export function listsSuite(bench: () => Bench): void {
  it('lists items on sale oldest first, with their stock', async () => {
    await write(
      bench().store,
      itemAt('b', 1),
      itemAt('c', 0),
      itemAt('a', 1),
      put('item', itemRow('gone', { status: 'withdrawn' })),
      put('item', itemRow('theirs', { shop_id: OTHER_SHOP.id })),
      setStock(`${SHOP.id}/a`, 0),
      { type: 'set', counter: 'discount_use', key: `${SHOP.id}/b`, to: 3 },
    );
    for (const limit of [1, 2, 3, 100]) expect(await itemIds(bench().store, SHOP.id, limit)).toEqual(['c', 'a', 'b']);
    expect(await itemIds(bench().store, OTHER_SHOP.id)).toEqual(['theirs']);
    const { entries } = await bench().store.list('items_on_sale', { shop_id: SHOP.id }, undefined, 10);
    expect(entries.map(({ stock }) => stock)).toEqual([null, 0, null]);
  });

  it('lists items on sale that match a filter, oldest first', async () => {
    const { store } = bench();
    const change = (id: string, at: number, price: number, categories: string[]) =>
      put('item', itemRow(id, { created_at: NOW + at, price, categories }));
    await write(
      store,
      change('c', 0, 30, ['Kitchen']),
      change('b', 2, 20, ['Kitchen', 'Coffee & Tea']),
      change('a', 1, 10, ['Garden']),
      put('item', itemRow('theirs', { shop_id: OTHER_SHOP.id, price: 20 })),
      setStock(`${SHOP.id}/b`, 0),
    );
    const ids = async (filter: object, limit = 2) => {
      const asked = {
        shop_id: SHOP.id,
        min_price: undefined,
        max_price: undefined,
        in_stock: undefined,
        categories: [],
      };
      const read = (after: Position | undefined) => store.list('items_filtered', { ...asked, ...filter }, after, limit);
      return (await walk(read)).map(({ item }) => item.id);
    };
    for (const limit of [1, 2, 9]) expect(await ids({}, limit)).toEqual(['c', 'a', 'b']);
    expect(await ids({ min_price: 20 })).toEqual(['c', 'b']);
    expect(await ids({ min_price: 11, max_price: 20 })).toEqual(['b']);
    expect(await ids({ in_stock: true })).toEqual(['c', 'a']);
    expect(await ids({ in_stock: false })).toEqual(['b']);
    for (const limit of [1, 9]) expect(await ids({ categories: ['@kitchen'] }, limit)).toEqual(['c', 'b']);
    expect(await ids({ categories: ['@coffe.tea'], max_price: 20 })).toEqual(['b']);
    expect(await ids({ categories: ['@kitchens'] })).toEqual([]);
    expect(await ids({ categories: ['@garden', '@coffe.tea'] })).toEqual(['a', 'b']);
  });

  it('returns each item once while others are added and removed', async () => {
    const { store } = bench();
    await write(store, ...['a', 'b', 'c', 'd', 'e'].map((id, at) => itemAt(id, at)));
    const seen = await itemIds(store, SHOP.id, 2, async (turn) => {
      await write(store, itemAt(`early${turn}`, -10 - turn));
      if (turn === 0)
        await write(store, put('item', itemRow('b', { created_at: NOW + 1, status: 'withdrawn', version: 1 })));
    });
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('lists open payments, oldest first', async () => {
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
    expect(await bench().store.due('open_payments', 29, 10)).toEqual(['early', 'middle']);
    expect(await bench().store.due('open_payments', 30, 2)).toEqual(['early', 'middle']);
    expect(await bench().store.due('open_payments', 9, 10)).toEqual([]);
  });

  it('lists carts that expired with lines as abandoned, the latest change first, between two times', async () => {
    const { store } = bench();
    const lines = [{ id: 'l', item_id: 'mug', quantity: 1, properties: [], seen_price: 5 }];
    const cart = (id: string, at: number, change: Partial<Checkout> = {}) =>
      put('checkout', checkoutRow(id, { state: 'canceled', expired: true, lines, updated_at: at, ...change }));
    const { expired: _expired, ...canceled } = checkoutRow('canceled', { state: 'canceled', lines, updated_at: 6 });
    await write(
      store,
      cart('b', 5),
      cart('c', 5),
      cart('a', 9),
      cart('d', 1),
      cart('empty', 6, { lines: [] }),
      cart('draft', 6, { draft: { by: 'stf', mailed_at: 6 } }),
      cart('theirs', 6, { shop_id: OTHER_SHOP.id }),
      put('checkout', canceled),
      put('checkout', checkoutRow('open', { lines, updated_at: 6 })),
      put('checkout', checkoutRow('bought', { state: 'completed', lines, updated_at: 6 })),
    );
    const abandoned = async (from: number, until: number, limit = 2) => {
      const filter = { shop_id: SHOP.id, from, until };
      const read = (after: Position | undefined) => store.list('abandoned_carts', filter, after, limit);
      return (await walkInPages(limit, read)).map(({ id }) => id);
    };
    for (const limit of [1, 2, 3, 9]) expect(await abandoned(0, 9, limit)).toEqual(['a', 'c', 'b', 'd']);
    expect(await abandoned(5, 8)).toEqual(['c', 'b']);
    expect(await abandoned(6, 8)).toEqual([]);
  });

  it('lists all items of a shop, including withdrawn ones', async () => {
    await write(
      bench().store,
      itemAt('b', 1),
      put('item', itemRow('a', { created_at: NOW + 1, status: 'withdrawn' })),
      itemAt('c', 0),
      put('item', itemRow('theirs', { shop_id: OTHER_SHOP.id })),
      setStock(`${SHOP.id}/a`, 4),
    );
    const all = (limit: number) =>
      walkInPages(limit, (after: Position | undefined) =>
        bench().store.list('items', { shop_id: SHOP.id }, after, limit),
      );
    for (const limit of [1, 2, 3, 100]) expect((await all(limit)).map(({ item }) => item.id)).toEqual(['c', 'a', 'b']);
    expect((await all(3)).map(({ stock }) => stock)).toEqual([null, 4, null]);
    expect((await bench().store.list('items', { shop_id: 'shop_9' }, undefined, 5)).entries).toEqual([]);
  });
}
