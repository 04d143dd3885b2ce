import { expect, it } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import type { Store, Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, discountRow, itemRow, NOW, put, recordRow, SHOP, write } from './sample-rows.js';

const key = discountKey(SHOP.id, 'CODE');
const remove: Write = { type: 'remove', table: 'discount', key };

/** Results of both lookups of a discount, and of the list, in one store. */
const seenBy = async (store: Store) => ({
  row: await store.read((rows) => rows.get('discount', key)?.title),
  automatic: await store.read((rows) => rows.find('automaticDiscounts', SHOP.id).map(({ title }) => title)),
  list: (await store.list('discounts', { shop_id: SHOP.id }, undefined, 10)).entries.map(({ title }) => title),
});
const all = (title: string) => ({ row: title, automatic: [title], list: [title] });
const NONE = { row: undefined, automatic: [], list: [] };

/** A read after another process has written must return the new state, despite any cache. */
export function sharedDiscountsSuite(bench: () => Bench): void {
  const both = async () => [bench().store, await bench().open()] as const;
  const one = (title: string, version: number) =>
    put('discount', discountRow('CODE', { title, version, automatic: true }));

  it('shows immediately that another store created, replaced, removed and recreated a discount', async () => {
    const [store, other] = await both();
    expect(await seenBy(store)).toEqual(NONE);
    await write(other, one('first', 0));
    for (const reader of [store, other]) expect(await seenBy(reader)).toEqual(all('first'));
    await write(other, one('second', 1));
    for (const reader of [store, other]) expect(await seenBy(reader)).toEqual(all('second'));
    await write(other, remove);
    for (const reader of [store, other]) expect(await seenBy(reader)).toEqual(NONE);
    await write(store, one('third', 0));
    for (const reader of [store, other]) expect(await seenBy(reader)).toEqual(all('third'));
  });

  it("decisions see another store's latest writes", async () => {
    const [store, other] = await both();
    await write(store, one('first', 0));
    await seenBy(store);
    await write(other, remove, put('item', itemRow('mug')));
    const decided = await store.update((rows) => ({
      writes: [],
      result: [rows.get('discount', key), rows.find('automaticDiscounts', SHOP.id), rows.find('hasItems', SHOP.id)],
    }));
    expect(decided).toEqual([undefined, [], true]);
  });

  it('lets only one of two stores remove a discount that both have read, and shows the removal in both', async () => {
    const [store, other] = await both();
    await write(store, one('first', 0));
    const end = (by: Store) =>
      by.update((rows) => {
        const found = rows.get('discount', key) !== undefined;
        return { writes: found ? [remove] : [], result: found };
      });
    expect((await Promise.all([end(store), end(other), end(store), end(other)])).filter(Boolean)).toHaveLength(1);
    for (const reader of [store, other]) expect(await seenBy(reader)).toEqual(NONE);
  });

  it('finds the first item that another store has created', async () => {
    const [store, other] = await both();
    const hasItems = () => store.read((rows) => rows.find('hasItems', SHOP.id));
    expect(await hasItems()).toBe(false);
    await write(other, put('item', itemRow('mug')));
    expect(await hasItems()).toBe(true);
  });

  it('lists expired rows that another store has written', async () => {
    const [store, other] = await both();
    const due = async () => [
      await store.due('expired_carts', NOW, 10),
      await store.due('erasable_checkouts', NOW, 10),
      await store.due('old_answers', NOW, 10),
    ];
    expect(await due()).toEqual([[], [], []]);
    const cart = checkoutRow('cart', { expires_at: NOW });
    await write(other, put('checkout', cart), put('idempotency', recordRow('answer', 1)));
    expect(await due()).toEqual([['cart'], [], ['answer']]);
    await write(other, put('checkout', { ...cart, state: 'canceled', version: 1 }));
    expect(await due()).toEqual([[], ['cart'], ['answer']]);
    await write(other, put('checkout', { ...cart, state: 'canceled', erased: true, version: 2 }), {
      type: 'remove',
      table: 'idempotency',
      key: 'answer',
    });
    expect(await due()).toEqual([[], [], []]);
  });
}
