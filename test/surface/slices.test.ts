import { afterAll, beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { Slices } from '../../src/calls/slices.js';
import { importItems } from '../../src/operations/shop/import-items.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Slices count as used up immediately, so every possible end of a slice yields a turn. */
let portal: TestPortal;
let owner: RegistryCaller;
let turns: MockInstance<Slices['next']>;
beforeAll(async () => {
  portal = await startPortal();
  owner = registryCaller(() => portal.url, portal.demo.organization_key);
  vi.spyOn(Slices.prototype, 'isOver', 'get').mockReturnValue(true);
  turns = vi.spyOn(Slices.prototype, 'next').mockResolvedValue();
});
beforeEach(() => turns.mockClear());
afterAll(async () => {
  vi.restoreAllMocks();
  await portal.close();
});

const COUNT = 30;
const rowsOf = (name: string, more: object = {}) =>
  Array.from({ length: COUNT }, (_, n) => ({
    id: `${name}-${n}`,
    title: name,
    price: 100,
    fulfillment_types: ['pickup'],
    ...more,
  }));

it('exports the data of a person in slices, with the same text as JSON.stringify', async () => {
  const email = 'many@example.com';
  for (let n = 0; n < COUNT; n += 1) {
    const by = shopper(portal, { buyer: `many-${n}` });
    const { id } = (await by.ok('get_cart', {})).data;
    await by.ok('set_buyer', { checkout_id: id, buyer: { email } });
  }
  turns.mockClear();
  const { status, json, text } = await owner.send('export_personal_data', { email });
  expect([status, json.data.orders, json.data.carts.length]).toEqual([200, [], COUNT]);
  expect(text).toBe(JSON.stringify(json));
  // The view and the text are each made in slices.
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2 * COUNT);
});

it('reads a large batch of receipts in slices, including the parsing of its text', async () => {
  const receipts = Array.from({ length: COUNT }, () => ({ receipt: 'a'.repeat(10_000) }));
  const { status, json } = await owner.send('submit_receipts', { receipts });
  expect([status, json.data.length]).toEqual([200, COUNT]);
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2 * COUNT);
});

it('accepts a large picture in JSON, and decodes it in slices', async () => {
  const bytes = Buffer.alloc(2 * 2 ** 20, 'x');
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  const path = `/api/shops/${portal.demo.shop_id}/media/large.png`;
  const key = portal.demo.organization_key;
  const inJson = await portal.request('PUT', path, { key, body: { data: bytes.toString('base64') } });
  expect([inJson.status, inJson.json.data?.bytes]).toEqual([200, bytes.length]);
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(2);
});

it('reads the rows of an import only in slices, and treats their empty texts as absent', async () => {
  let reads = 0;
  const row = Object.defineProperty({}, 'title', {
    enumerable: true,
    get() {
      reads += 1;
    },
  });
  importItems.prepare({ shop_id: portal.demo.shop_id, items: [row] });
  expect(reads).toBe(0);
  const items = rowsOf('absent', { gtin: '', brand: '' });
  expect(await owner.ok('import_items', { shop_id: portal.demo.shop_id, items })).toMatchObject({
    imported: COUNT,
    problems: [],
  });
});

it('begins an import with a few rows, and with a single row if rows are long', async () => {
  for (const [name, description, most] of [
    ['short', 'A bowl', 8],
    ['long', 'bowl '.repeat(900), 1],
  ] as const) {
    const pieces: number[] = [];
    const { store } = portal.app;
    const update = store.update.bind(store);
    const watched = vi.spyOn(store, 'update').mockImplementation((decide, ...rest) =>
      update(
        (rows) => {
          const decision = decide(rows);
          pieces.push(decision.writes.filter((write) => write.type === 'put' && write.table === 'item').length);
          return decision;
        },
        ...rest,
      ),
    );
    await owner.ok('import_items', { shop_id: portal.demo.shop_id, items: rowsOf(name, { description }) });
    watched.mockRestore();
    const [first = 0] = pieces.filter((count) => count > 0);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(most);
  }
});
