import { expect, it } from 'vitest';
import { MAX_VARIANTS } from '../../src/domain/shop/item.js';
import type { StockMovement, Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { CAUSE, itemRow, moveStock, OTHER_SHOP, put, SHOP, setStock, write } from './sample-rows.js';

/** Units never move without a ledger entry, and the entries add up to the stock. */
export function stockSuite(bench: () => Bench): void {
  const attempt = (...writes: readonly Write[]) => write(bench().store, ...writes);
  const left = (key: string) => bench().store.read((rows) => rows.counters('stock', [key]).get(key));
  const ledger = async (item: string, after?: { readonly seq: number }, limit = 100) =>
    bench().store.list('stock_movements', { item }, after, limit);
  const lines = async (item: string) =>
    (await ledger(item)).entries.map(({ seq, by, stock_after }) => [seq, by, stock_after]);

  it('records each movement with the stock after it and its reason', async () => {
    const sale = { ...CAUSE, kind: 'sale', checkout_id: 'chk_1', at: 7 } as const;
    await attempt(setStock('s', 3));
    await attempt({ type: 'move_stock', key: 's', by: -2, cause: sale }, moveStock('s', 1));
    const { entries } = await ledger('s');
    expect(entries).toEqual([
      { ...CAUSE, seq: 3, by: 1, stock_after: 2 },
      { ...sale, seq: 2, by: -2, stock_after: 1 },
      { ...CAUSE, seq: 1, by: 3, stock_after: 3 },
    ] satisfies StockMovement[]);
    expect(await left('s')).toBe(2);
    expect(await lines('other')).toEqual([]);
  });

  it('never falls below zero unless the move allows it, and records no rejected move', async () => {
    await attempt(setStock('s', 1));
    await expect(attempt(moveStock('s', -1), moveStock('s', -1))).rejects.toMatchObject({
      cause: { reason: 'below_zero', table: 'stock', key: 's' },
    });
    expect(await lines('s')).toEqual([[1, 1, 1]]);
    await attempt({ type: 'move_stock', key: 's', by: -3, below_zero: true, cause: CAUSE });
    expect(await left('s')).toBe(-2);
    // Incoming units are accepted even if they do not cover all orders.
    await attempt(moveStock('s', 1));
    await expect(attempt(moveStock('s', -1))).rejects.toThrow();
    expect(await lines('s')).toEqual([
      [3, 1, -1],
      [2, -3, -2],
      [1, 1, 1],
    ]);
  });

  it('moves nothing for an item without counted stock', async () => {
    await expect(attempt(moveStock('s', 1))).rejects.toThrow();
    expect([await left('s'), await lines('s')]).toEqual([undefined, []]);
  });

  it('records the difference of a new count, and nothing if it is unchanged', async () => {
    await attempt(setStock('s', 4));
    await attempt(setStock('s', 4));
    await attempt(setStock('s', 9));
    await attempt(setStock('s', null));
    await attempt(setStock('s', null));
    expect(await left('s')).toBeUndefined();
    await attempt(setStock('s', 0));
    expect(await left('s')).toBe(0);
    expect(await lines('s')).toEqual([
      [4, 0, 0],
      [3, -9, null],
      [2, 5, 9],
      [1, 4, 4],
    ]);
  });

  it('returns the ledger in pages, newest entries first', async () => {
    await attempt(setStock('s', 0), ...[1, 2, 3, 4].map((by) => moveStock('s', by)));
    const first = await ledger('s', undefined, 2);
    expect(first.entries.map(({ seq }) => seq)).toEqual([5, 4]);
    expect(first.next).toEqual({ seq: 4 });
    await attempt(moveStock('s', 7));
    const rest = await ledger('s', first.next, 10);
    expect(rest.entries.map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect(rest.next).toBeUndefined();
  });

  it('has entries that add up to the stock, even with concurrent writers', async () => {
    const other = await bench().open();
    await attempt(setStock('s', 10));
    const moves = Array.from({ length: 24 }, (_, index) =>
      write(index % 2 === 0 ? bench().store : other, moveStock('s', index % 3 === 0 ? 1 : -1)),
    );
    const done = (await Promise.allSettled(moves)).filter(({ status }) => status === 'fulfilled').length;
    const { entries } = await ledger('s');
    expect(entries).toHaveLength(done + 1);
    expect(entries.reduce((sum, { by }) => sum + by, 0)).toBe(await left('s'));
    expect(new Set(entries.map(({ seq }) => seq)).size).toBe(entries.length);
    expect(entries.every(({ stock_after }) => (stock_after ?? 0) >= 0)).toBe(true);
  });

  it("lists a product's items on sale in the order of their writes", async () => {
    const variant = (id: string, change: Parameters<typeof itemRow>[1] = {}) =>
      put('item', itemRow(id, { product_id: 'tee', options: [{ name: 'Size', value: id }], ...change }));
    await attempt(variant('m', { price: 7 }), variant('l'), variant('gone', { status: 'withdrawn' }));
    await attempt(variant('s', { product_id: 'socks' }), put('item', itemRow('mug')));
    await attempt(put('item', itemRow('m', { shop_id: OTHER_SHOP.id, product_id: 'tee' })));
    const found = await bench().store.read((rows) => rows.find('variants', SHOP.id, ['tee', 'socks', 'none']));
    const option = (value: string) => [{ name: 'Size', value }];
    expect([...found]).toEqual([
      [
        'tee',
        [
          { id: 'm', price: 7, options: option('m') },
          { id: 'l', price: 100, options: option('l') },
        ],
      ],
      ['socks', [{ id: 's', price: 100, options: option('s') }]],
    ]);
    expect(MAX_VARIANTS).toBeGreaterThan(100);
  });
}
