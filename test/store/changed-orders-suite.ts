import { expect, it } from 'vitest';
import type { Order } from '../../src/domain/order/order.js';
import { queryTerms } from '../../src/domain/order/order-terms.js';
import { type ChangePosition, type Position, replaceWrite, type ShopOrderFilter, type Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { NOW, OTHER_DEPLOYMENT, OTHER_SHOP, orderRows, SHOP, write } from './sample-rows.js';
import { walk, walkInPages } from './walk.js';

const ANY = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
const OF_SHOP: ShopOrderFilter = { ...ANY, shop_id: SHOP.id, terms: undefined };

async function change(store: Store, id: string, what: Partial<Order>): Promise<void> {
  await store.update((rows) => {
    const order = rows.get('order', id);
    if (!order) throw new Error('the order is gone');
    return { writes: [replaceWrite('order', order, { ...order, ...what })], result: undefined };
  });
}

const changes = async (store: Store, changed_since: number, limit = 2) =>
  (
    await walkInPages(limit, (after: ChangePosition | undefined) =>
      store.list('changed_orders', { ...OF_SHOP, changed_since }, after, limit),
    )
  ).map(({ order, changed }) => `${order.id} ${changed}`);

const found = async (store: Store, query: string) =>
  (await store.list('shop_orders', { ...OF_SHOP, terms: queryTerms(query) }, undefined, 10)).entries.map(
    ({ order }) => order.id,
  );

export function changedOrdersSuite(bench: () => Bench): void {
  it("numbers the writes of a shop's orders, and lists orders by the number of their last write", async () => {
    const { store, open } = bench();
    for (const id of ['a', 'b', 'c']) await write(store, ...orderRows(id, { created_at: NOW }));
    await write(store, ...orderRows('theirs', { shop_id: OTHER_SHOP.id, deployment_id: OTHER_DEPLOYMENT.id }));
    expect(await changes(store, 0)).toEqual(['a 1', 'b 2', 'c 3']);
    const other = await open();
    await change(other, 'a', { status: 'on_hold' });
    await change(store, 'c', { status: 'on_hold' });
    await change(other, 'a', { status: 'processing' });
    for (const limit of [1, 2, 10]) expect(await changes(store, 0, limit)).toEqual(['b 2', 'c 5', 'a 6']);
    expect(await changes(other, 5)).toEqual(['a 6']);
    expect(await changes(store, 6)).toEqual([]);
  });

  it('gives each of many concurrent writes its own number', async () => {
    const { store, open } = bench();
    const other = await open();
    await write(store, ...['a', 'b'].flatMap((id) => orderRows(id, { created_at: NOW })));
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) => change(turn % 2 ? store : other, turn % 3 ? 'a' : 'b', {})),
    );
    const numbers = (await changes(store, 0)).map((entry) => Number(entry.split(' ')[1]));
    expect(Math.max(...numbers)).toBe(22);
    expect(new Set(numbers).size).toBe(2);
  });

  it('returns the same object for an unchanged order on the first page alone', async () => {
    const { store, open } = bench();
    for (const id of ['a', 'b', 'c', 'd']) await write(store, ...orderRows(id, { created_at: NOW }));
    const other = await open();
    for (const filter of [OF_SHOP, { ...OF_SHOP, status: 'processing', payment_status: 'paid' } as const]) {
      const page = async (after?: Position) => {
        const { entries, next } = await other.list('shop_orders', filter, after, 2);
        return { rows: entries.map(({ order }) => order), next };
      };
      const [first, again] = [await page(), await page()];
      expect(first.rows.map(({ id }) => id)).toEqual(['d', 'c']);
      for (const [index, row] of first.rows.entries()) expect(again.rows[index]).toBe(row);
      const [second, repeated] = [await page(first.next), await page(first.next)];
      expect(second.rows.map(({ id }) => id)).toEqual(['b', 'a']);
      for (const [index, row] of second.rows.entries()) expect(repeated.rows[index]).not.toBe(row);
      await change(store, 'd', { language: `${first.rows[0]?.language}-x` });
      const [changed, unchanged] = (await page()).rows;
      expect(changed?.language).toBe(`${first.rows[0]?.language}-x`);
      expect(unchanged).toEqual(first.rows[1]);
    }
  });

  it('finds orders by their current words', async () => {
    const { store } = bench();
    await write(store, ...orderRows('a', { created_at: NOW, display_id: '1001', buyer: { email: 'ada@example.com' } }));
    await write(store, ...orderRows('b', { created_at: NOW, display_id: '1002' }));
    expect([await found(store, 'ada@example.com'), await found(store, '1002'), await found(store, 'ada 1001')]).toEqual(
      [['a'], ['b'], ['a']],
    );
    await change(store, 'a', { buyer: { email: 'bob@example.com' } });
    expect([await found(store, 'ada@example.com'), await found(store, 'bob')]).toEqual([[], ['a']]);
  });

  it('finds each of many orders by its words, also while they change and by the start of a word', async () => {
    const { store, open } = bench();
    const other = await open();
    const names = Array.from({ length: 150 }, (_, index) => `n${1_000 + index}`);
    for (const [index, name] of names.entries()) {
      await write(store, ...orderRows(name, { created_at: NOW, buyer: { email: `${name}@example.com` } }));
      // The words of this order change, and those of an order 70 before it.
      const older = names[index - 70];
      for (const id of index % 10 === 0 ? [name, ...(older ? [older] : [])] : [])
        await change(index % 20 === 0 ? other : store, id, { buyer: { email: `x${id}${index}@example.com` } });
      if (index % 30 === 1) expect(await found(other, `${name}@example.com`)).toEqual([name]);
    }
    for (const [index, name] of names.entries()) {
      const changes = [index, index + 70].filter((at) => at % 10 === 0 && at < names.length);
      expect(await found(store, `${name}@example.com`)).toEqual(changes.length === 0 ? [name] : []);
      for (const at of changes)
        expect(await found(other, `x${name}${at}`)).toEqual(at === changes.at(-1) ? [name] : []);
    }
    expect((await found(store, 'n100')).toSorted()).toEqual(names.slice(0, 10));
    expect((await found(store, 'n114')).toSorted()).toEqual(names.slice(140));
  });

  it('finds orders by a common word in both lists, even if few of them match the filter', async () => {
    const { store } = bench();
    const count = 1_100;
    const rows = Array.from({ length: count }, (_, index) => {
      const status = index % 400 === 0 ? 'on_hold' : 'processing';
      const buyer = { email: 'ada@example.com', full_name: index % 2 === 0 ? 'Even' : 'Odd' };
      return orderRows(`o${index}`, { created_at: NOW + index, status, buyer });
    });
    for (let first = 0; first < count; first += 100) await write(store, ...rows.slice(first, first + 100).flat());
    const walked = async (query: string | undefined, more: Partial<ShopOrderFilter> = {}) => {
      const terms = query === undefined ? undefined : queryTerms(query);
      const filter = { ...OF_SHOP, ...more, terms };
      const newest = await walk((after: Position | undefined) => store.list('shop_orders', filter, after, 7));
      const changed = await walk((after: ChangePosition | undefined) =>
        store.list('changed_orders', { ...filter, changed_since: 0 }, after, 7),
      );
      expect(newest.toReversed()).toEqual(changed);
      return changed.map(({ order }) => order.id);
    };
    const held = ['o0', 'o400', 'o800'];
    expect(await walked('ada')).toHaveLength(count);
    expect(await walked('ada odd')).toHaveLength(count / 2);
    expect(await walked('even odd')).toEqual([]);
    expect(await walked('ada even', { status: 'on_hold' })).toEqual(held);
    expect(await walked('ada', { status: 'on_hold', payment_status: 'refunded' })).toEqual([]);
    expect(await walked(undefined, { status: 'on_hold', payment_status: 'paid' })).toEqual(held);
    expect(await walked('ada', { created_from: NOW + 1, created_before: NOW + 900, status: 'on_hold' })).toEqual([
      'o400',
      'o800',
    ]);
    expect(await walked('ada o9999')).toEqual([]);
    expect(await walked('ada odd o401')).toEqual(['o401']);
  });
}
