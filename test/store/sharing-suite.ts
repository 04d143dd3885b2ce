import { expect, it } from 'vitest';
import type { Checkout } from '../../src/domain/checkout/checkout.js';
import { itemTerms } from '../../src/domain/search/item-terms.js';
import type { Rows, Store } from '../../src/ports.js';
import type { Bench } from './conformance.js';
import { checkoutRow, itemRow, keyRow, moveStock, ORG, put, recordRow, SHOP, write } from './sample-rows.js';

const keyOf = (store: Store) => store.read((rows) => rows.get('api_key', 'key_1'));

/** Requirements for processes that share a database. */
export function sharingSuite(bench: () => Bench): void {
  it('shows immediately that another store revoked a key', async () => {
    const { store } = bench();
    const other = await bench().open();
    await write(store, put('api_key', keyRow('key_1')));
    for (const reader of [store, other]) expect((await keyOf(reader))?.revoked_at).toBeNull();
    await write(other, put('api_key', keyRow('key_1', { revoked_at: 5, version: 1 })));
    expect((await keyOf(store))?.revoked_at).toBe(5);
    expect((await store.findKeyByHash('hash of key_1'))?.key.revoked_at).toBe(5);
  });

  it("shows another store's new and changed rows immediately", async () => {
    const { store } = bench();
    const other = await bench().open();
    const title = (from: Store) => from.read((rows) => rows.get('item', `${SHOP.id}/mug`)?.title);
    expect(await title(store)).toBeUndefined();
    await write(other, put('item', itemRow('mug', { title: 'one' })));
    expect(await title(store)).toBe('one');
    await write(store, put('item', itemRow('mug', { title: 'two', version: 1 })));
    expect(await title(other)).toBe('two');
    const decided = await store.update((rows) => ({ writes: [], result: rows.get('item', `${SHOP.id}/mug`)?.version }));
    expect(decided).toBe(2);
  });

  it('returns the current facts of an item that another store wrote', async () => {
    const { store } = bench();
    const other = await bench().open();
    const filter = { min_price: undefined, max_price: undefined, in_stock: undefined };
    const wanted = { stages: [[['mug']]], filter, limit: 10, depth: 10, of_product: 1 };
    const factsIn = async (from: Store) => (await from.candidates(SHOP.id, wanted)).map(({ facts }) => facts);
    for (const [version, description] of ['Blue', 'Green', 'Red'].entries()) {
      const row = itemRow('mug', { title: 'Mug', description, version });
      await write(version === 1 ? store : other, put('item', row));
      for (const reader of [store, other]) expect(await factsIn(reader)).toEqual([itemTerms(row, 'en').facts]);
    }
  });

  it('shows an acknowledged write in another store, even if that store began a read in the same turn', async () => {
    const { store } = bench();
    const other = await bench().open();
    await write(store, put('organization', { ...ORG, id: 'org_2' }));
    for (let version = 1; version <= 20; version += 1) {
      const change = write(store, put('organization', { ...ORG, id: 'org_2', name: `v${version}`, version }));
      // This read starts before the write is acknowledged; the read below must not use its snapshot.
      const early = other.read((rows) => rows.get('organization', 'org_2'));
      await change;
      expect((await other.read((rows) => rows.get('organization', 'org_2')))?.name).toBe(`v${version}`);
      await early;
    }
  });

  it('does not cache rolled-back rows', async () => {
    const { store } = bench();
    await write(store, put('item', itemRow('mug', { title: 'one' })));
    const title = () => store.read((rows) => rows.get('item', `${SHOP.id}/mug`)?.title);
    const failing = write(store, put('item', itemRow('mug', { title: 'two', version: 1 })), moveStock('none', 1));
    const beside = store.update((rows) => ({ writes: [], result: rows.get('item', `${SHOP.id}/mug`)?.title }));
    await expect(failing).rejects.toThrow();
    expect(await beside).toBe('one');
    expect(await title()).toBe('one');
  });

  it("shows another store's change after a change of its own that was rolled back", async () => {
    const { store } = bench();
    const other = await bench().open();
    await write(store, put('item', itemRow('mug')), put('item', itemRow('cup')));
    const title = () => store.read((rows) => rows.get('item', `${SHOP.id}/mug`)?.title);
    await write(other, put('idempotency', recordRow('call', 1)));
    const failing = store.update((rows) => {
      rows.get('item', `${SHOP.id}/mug`);
      return { writes: [put('item', itemRow('cup', { version: 1 })), moveStock('none', 1)], result: undefined };
    });
    const beside = store.update((rows) => ({ writes: [], result: rows.get('item', `${SHOP.id}/mug`)?.title }));
    await expect(failing).rejects.toThrow();
    expect(await beside).toBe('mug');
    await write(other, put('item', itemRow('mug', { title: 'two', version: 1 })));
    expect(await title()).toBe('two');
  });

  it('loses none of 40 concurrent updates of one row by two stores', async () => {
    const { store } = bench();
    const other = await bench().open();
    await write(store, put('idempotency', recordRow('sum', 0)));
    const addTo = (one: Store) =>
      one.update((rows) => {
        const row = rows.get('idempotency', 'sum');
        if (!row) throw new Error('the row is gone');
        return { writes: [put('idempotency', { ...row, outcome: Number(row.outcome) + 1 })], result: undefined };
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => addTo(index % 2 === 0 ? store : other)));
    expect(await other.read((rows) => rows.get('idempotency', 'sum'))).toMatchObject({ outcome: 40, version: 41 });
  });

  it.each<[name: string, find: (rows: Rows) => string | undefined, row: Partial<Checkout>]>([
    ['current cart', (rows) => rows.find('currentCheckout', 'dep_1', 'b')?.id, { buyer_id: 'b' }],
    ['checkout of a purchase', (rows) => rows.find('purchase', 'k'), { state: 'completed', purchase_key: 'k' }],
  ])('creates one %s when all stores create one at once', async (_name, find, row) => {
    const stores = [bench().store, await bench().open()];
    const findOrMake = (store: Store, id: string) =>
      store.update((rows) => {
        const found = find(rows);
        if (found !== undefined) return { writes: [], result: found };
        return { writes: [put('checkout', checkoutRow(id, row))], result: id };
      });
    const ids = await Promise.all(
      stores.flatMap((store, n) => [0, 1, 2].map((m) => findOrMake(store, `chk_${n}${m}`))),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('records one first response when all stores respond at once', async () => {
    const stores = [bench().store, await bench().open()];
    const once = (store: Store, mine: string) =>
      store.update((rows) => {
        const earlier = rows.get('idempotency', 'call');
        if (earlier) return { writes: [], result: earlier.outcome };
        return { writes: [put('idempotency', recordRow('call', mine))], result: mine };
      });
    const answers = await Promise.all(stores.flatMap((store, n) => [0, 1, 2].map((m) => once(store, `${n}${m}`))));
    expect(new Set(answers).size).toBe(1);
  });

  it('shares the same secrets among stores opened now and later', async () => {
    const names = ['links', 'fingerprints', 'cursors'] as const;
    const secrets = (store: Store) => names.map((name) => store.secret(name).toString('hex'));
    const first = secrets(bench().store);
    expect(new Set(first).size).toBe(3);
    expect(first.every((secret) => secret.length >= 64)).toBe(true);
    const other = await bench().open();
    expect(secrets(other)).toEqual(first);
    await other.close();
    await bench().store.close();
    expect(secrets(await bench().open())).toEqual(first);
  });

  it('finishes waiting writes before it closes', async () => {
    const ids = Array.from({ length: 600 }, (_, index) => `r${index}`);
    const writes = ids.map((id) => write(bench().store, put('idempotency', recordRow(id, id))));
    await bench().store.close();
    await Promise.all(writes);
    const again = await bench().open();
    expect(await again.read((rows) => rows.many('idempotency', ids).size)).toBe(600);
  });
}
