import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let owner: Shopper;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  owner = shopper(portal, { key: portal.demo.organization_key });
  shop_id = portal.demo.shop_id;
});
afterAll(() => portal.close());

/** Number of rows in an import: more than one batch can contain. */
const COUNT = 100;

const rowsOf = (name: string, price = 100): Record<string, unknown>[] =>
  Array.from({ length: COUNT }, (_, n) => ({
    id: `${name}-${n}`,
    title: `${name} ${n}`,
    price,
    stock: 5,
    fulfillment_types: ['pickup'],
  }));

async function pricesOf(name: string, { app, demo } = portal): Promise<number[]> {
  const found = await app.store.read((rows) =>
    rows.many(
      'item',
      rowsOf(name).map(({ id }) => `${demo.shop_id}/${id}`),
    ),
  );
  return [...found.values()].map(({ price }) => price);
}

/** Lets `count` transactions write items and makes the later ones fail, as if the portal had died. */
function endAfter(count: number) {
  const { store } = portal.app;
  const update = store.update.bind(store);
  let left = count;
  return vi.spyOn(store, 'update').mockImplementation((decide, ...rest) =>
    update(
      (rows) => {
        const decision = decide(rows);
        const isItems = decision.writes.some((write) => write.type === 'put' && write.table === 'item');
        if (isItems && left === 0) throw new Error('the portal has ended');
        if (isItems) left -= 1;
        return decision;
      },
      ...rest,
    ),
  );
}

describe('an import in several batches', () => {
  it('writes nothing if a row is malformed, invalid or unlike its product, unless partial is set', async () => {
    const twins = [
      { product_id: 'twin', options: [{ name: 'size', value: 'S' }] },
      { product_id: 'twin', options: [{ name: 'Size', value: 's' }] },
    ];
    const wrongs: [Record<string, unknown>[], RegExp][] = [
      [[{ price: -1 }], /^items\[99\]\.price: /],
      [[{ price: 0 }], /^items\[99\]\.price: 0 gives/],
      [twins, /^items\[99\]\.options: the item "none-98"/],
    ];
    for (const [changes, detail] of wrongs) {
      const rows = rowsOf('none');
      for (const [n, change] of changes.entries()) Object.assign(rows[COUNT - changes.length + n] ?? {}, change);
      const { status, json } = await owner.send('import_items', { shop_id, items: rows });
      expect([status, json.error, json.detail]).toEqual([400, 'invalid_request', expect.stringMatching(detail)]);
      expect(await pricesOf('none')).toEqual([]);
    }
    const partial = rowsOf('some');
    Object.assign(partial[7] ?? {}, { price: 0 });
    const { data } = await owner.ok('import_items', { shop_id, items: partial, partial: true });
    expect(data).toMatchObject({ imported: COUNT - 1, problems: [{ row: 8, id: 'some-7' }] });
    expect(await pricesOf('some')).toHaveLength(COUNT - 1);
  });

  it('lets other calls write between its batches', async () => {
    const seen: number[] = [];
    let isDone = false;
    const imported = owner.ok('import_items', { shop_id, items: rowsOf('between') }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      seen.push((await pricesOf('between')).length);
      await portal.app.store.update(() => ({ writes: [], result: undefined }));
    }
    await imported;
    expect(seen.some((count) => count > 0 && count < COUNT)).toBe(true);
  });

  it('is completed by a repeat with the same idempotency key after an interruption', async () => {
    const items = rowsOf('again');
    const headers = { 'idempotency-key': 'import-1' };
    const send = () =>
      portal.request('POST', `/api/shops/${shop_id}/items/import`, {
        key: portal.demo.organization_key,
        body: { items },
        headers,
      });
    const ended = endAfter(1);
    expect((await send()).status).toBe(500);
    ended.mockRestore();
    const written = (await pricesOf('again')).length;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(COUNT);
    const repeated = await send();
    expect([repeated.status, repeated.json]).toEqual([200, { data: { imported: COUNT, problems: [], warnings: [] } }]);
    expect(await pricesOf('again')).toHaveLength(COUNT);
    const replayed = await send();
    expect([replayed.headers.get('idempotent-replayed'), replayed.json]).toEqual(['true', repeated.json]);
    const { data } = await owner.ok('list_stock_movements', { shop_id, item_id: 'again-0' });
    expect(data).toHaveLength(1);
  });

  it('checks the quota of the whole import before its first write', async () => {
    const limited = await startPortal({ env: { PORTAL_QUOTA_ITEMS: '150' } });
    const by = shopper(limited, { key: limited.demo.organization_key });
    const items = [...rowsOf('first'), ...rowsOf('second')];
    const { status, json } = await by.send('import_items', { shop_id: limited.demo.shop_id, items });
    expect([status, json.error]).toEqual([403, 'quota_exceeded']);
    expect(await pricesOf('first', limited)).toEqual([]);
    await limited.close();
  });
});
