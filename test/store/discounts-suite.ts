import { expect, it } from 'vitest';
import { discountKey } from '../../src/domain/shop/discount.js';
import { type Position, type Put, StoreConflict, type Write } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { discountRow, itemRow, moveStock, NOW, OTHER_SHOP, put, SHOP, write } from './sample-rows.js';

const put1 = (code: string, change: Parameters<typeof discountRow>[1] = {}): Put =>
  put('discount', discountRow(code, change));
const remove = (code: string, shopId = SHOP.id): Write => ({
  type: 'remove',
  table: 'discount',
  key: discountKey(shopId, code),
});

export function discountsSuite(bench: () => Bench): void {
  const codes = async (shopId: string, limit: number, between: (turn: number) => Promise<void> = async () => {}) => {
    const found: string[] = [];
    let after: Position | undefined;
    for (let turn = 0; turn === 0 || after !== undefined; turn += 1) {
      const page = await bench().store.list('discounts', { shop_id: shopId }, after, limit);
      found.push(...page.entries.map(({ code }) => code));
      after = page.next;
      if (after) await between(turn);
    }
    return found;
  };
  const automatic = (shopId = SHOP.id) =>
    bench().store.read((rows) =>
      rows
        .find('automaticDiscounts', shopId)
        .map(({ code }) => code)
        .sort(),
    );
  const find = (code: string) => bench().store.read((rows) => rows.get('discount', discountKey(SHOP.id, code)));
  const hasItems = (shopId: string) => bench().store.read((rows) => rows.find('hasItems', shopId));

  it("lists a shop's discounts oldest first, ties by key", async () => {
    await write(
      bench().store,
      put1('B', { created_at: NOW + 1 }),
      put1('c', { created_at: NOW }),
      put1('a', { created_at: NOW + 1 }),
      put1('THEIRS', { shop_id: OTHER_SHOP.id }),
    );
    for (const limit of [1, 2, 3, 100]) expect(await codes(SHOP.id, limit)).toEqual(['c', 'a', 'B']);
    expect(await codes(OTHER_SHOP.id, 1)).toEqual(['THEIRS']);
    expect(await codes('shop_9', 1)).toEqual([]);
    expect((await bench().store.list('discounts', { shop_id: SHOP.id }, undefined, 3)).next).toBeUndefined();
    expect((await bench().store.list('discounts', { shop_id: SHOP.id }, undefined, 1)).entries).toEqual([
      { ...discountRow('c'), version: 1 },
    ]);
  });

  it('lists each discount once while others are created, replaced and removed', async () => {
    const { store } = bench();
    await write(store, ...['A', 'B', 'C', 'D', 'E'].map((code, at) => put1(code, { created_at: NOW + at })));
    const seen = await codes(SHOP.id, 2, async (turn) => {
      await write(store, put1(`EARLY${turn}`, { created_at: NOW - 1 - turn }));
      if (turn === 0) await write(store, remove('A'), put1('D', { created_at: NOW + 3, version: 1, title: 'new' }));
    });
    expect(seen).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(await codes(SHOP.id, 10)).toEqual(['EARLY1', 'EARLY0', 'B', 'C', 'D', 'E']);
  });

  it("finds a shop's automatic discounts", async () => {
    await write(
      bench().store,
      put1('ENTERED'),
      put1('ONE', { automatic: true }),
      put1('two', { automatic: true }),
      put1('THEIRS', { automatic: true, shop_id: OTHER_SHOP.id }),
    );
    expect(await automatic()).toEqual(['ONE', 'two']);
    expect(await automatic(OTHER_SHOP.id)).toEqual(['THEIRS']);
    expect(await automatic('shop_9')).toEqual([]);
    const whole = await bench().store.read((rows) => rows.find('automaticDiscounts', OTHER_SHOP.id));
    expect(whole).toEqual([{ ...discountRow('THEIRS', { automatic: true, shop_id: OTHER_SHOP.id }), version: 1 }]);
  });

  it('finds discounts with their latest changes', async () => {
    await write(bench().store, put1('ONE', { automatic: true }), put1('two'));
    await write(bench().store, put1('ONE', { version: 1 }), put1('two', { automatic: true, version: 1 }));
    expect(await automatic()).toEqual(['two']);
    await write(bench().store, remove('TWO'));
    expect(await automatic()).toEqual([]);
    const decided = await bench().store.update((rows) => ({
      writes: [put1('three', { automatic: true })],
      result: rows.find('automaticDiscounts', SHOP.id).length,
    }));
    expect([decided, await automatic()]).toEqual([0, ['three']]);
  });

  it('forgets a removed discount, even when it was read before', async () => {
    await write(bench().store, put1('GONE'), put1('STAYS'));
    expect((await find('gone'))?.code).toBe('GONE');
    await write(bench().store, remove('GONE'));
    expect(await find('gone')).toBeUndefined();
    expect((await find('stays'))?.code).toBe('STAYS');
    const all = [discountKey(SHOP.id, 'GONE'), discountKey(SHOP.id, 'STAYS')];
    expect(await bench().store.read((rows) => [...rows.many('discount', all).keys()])).toEqual([all[1]]);
    expect(await codes(SHOP.id, 10)).toEqual(['STAYS']);
  });

  it('keeps a discount that a failed decision would have removed', async () => {
    await write(bench().store, put1('KEPT', { automatic: true }));
    await find('KEPT');
    const failing = write(bench().store, remove('KEPT'), moveStock('none', 1));
    await expect(failing).rejects.toMatchObject({ cause: expect.any(StoreConflict) });
    expect((await find('KEPT'))?.version).toBe(1);
    expect(await automatic()).toEqual(['KEPT']);
  });

  it('forgets a discount that was found in a batch that is rolled back', async () => {
    expect(await automatic()).toEqual([]);
    let runs = 0;
    const creating = bench().store.update(() => {
      runs += 1;
      return { writes: runs === 1 ? [put1('LOST', { automatic: true })] : [], result: undefined };
    });
    const deciding = bench().store.update((rows) => ({
      writes: [],
      result: rows.find('automaticDiscounts', SHOP.id),
    }));
    const failing = write(bench().store, put('item', itemRow('mug')), moveStock('none', 1));
    await Promise.allSettled([creating, deciding, failing]);
    expect(await automatic()).toEqual((await find('LOST')) ? ['LOST'] : []);
  });

  it('creates a removed discount again, and keeps the uses that were counted', async () => {
    await write(bench().store, put1('AGAIN', { title: 'first' }), {
      type: 'set',
      counter: 'discount_use',
      key: 'k',
      to: 3,
    });
    await write(bench().store, remove('AGAIN'));
    await write(bench().store, put1('again', { title: 'second', created_at: NOW + 1 }));
    expect(await find('AGAIN')).toMatchObject({ code: 'again', title: 'second', version: 1 });
    expect(await bench().store.read((rows) => rows.counters('discount_use', ['k']).get('k'))).toBe(3);
  });

  it('reports whether a shop has items, on sale or not', async () => {
    expect([await hasItems(SHOP.id), await hasItems(OTHER_SHOP.id)]).toEqual([false, false]);
    await write(bench().store, put('item', itemRow('mug', { status: 'withdrawn' })));
    expect([await hasItems(SHOP.id), await hasItems(OTHER_SHOP.id)]).toEqual([true, false]);
    const inside = await bench().store.update((rows) => ({ writes: [], result: rows.find('hasItems', SHOP.id) }));
    expect(inside).toBe(true);
  });

  it('ignores the items of a shop with a similar id', async () => {
    for (const id of [`${SHOP.id}0`, `${SHOP.id}-`, `${SHOP.id}~`, SHOP.id.slice(0, -1)]) {
      await write(bench().store, put('shop', { ...SHOP, id }), put('item', itemRow('mug', { shop_id: id })));
      expect(await hasItems(id)).toBe(true);
    }
    expect(await hasItems(SHOP.id)).toBe(false);
  });
}
