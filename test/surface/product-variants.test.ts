import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete, fill } from '../actors/purchase.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Variants of one product: in searches, as siblings, and when they change (docs/catalog.md, Variants). */

let portal: TestPortal;
let owner: Shopper;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  owner = shopper(portal, { key: portal.demo.organization_key });
  ({ shop_id } = portal.demo);
});
afterAll(() => portal.close());

const MUG = { title: 'Test mug', price: 1000, fulfillment_types: ['pickup'] };
const put = (item_id: string, members: object) => owner.ok('put_item', { shop_id, item_id, ...MUG, ...members });
const search = async (args: object) => (await shopper(portal).ok('search_catalog', { ...args })).data;

it('finds the requested variant as the only hit of its product, with a summary of all its variants', async () => {
  const hits = async (query: string) => (await search({ query })).map(({ id }: { id: string }) => id);
  const found = await hits('felt slippers size m');
  expect(found.filter((id: string) => id.startsWith('felt-slippers'))).toEqual(['felt-slippers-m']);
  expect((await hits('mustard umbrella'))[0]).toBe('umbrella-mustard');
  const [bell] = await search({ query: 'bicycle bell' });
  expect(bell.varies).toEqual({
    options: [{ name: 'Finish', values: ['Brass', 'Chrome', 'Copper'] }],
    min_price: 1700,
    max_price: 2100,
    items: 3,
  });
});

it('lists variants as one entry: the first that the filter matches', async () => {
  const bells = (all: { id: string }[]) => all.map(({ id }) => id).filter((id) => id.startsWith('bicycle-bell'));
  expect(bells(await search({ limit: 100 }))).toEqual(['bicycle-bell-brass']);
  expect(bells(await search({ limit: 100, min_price: 2000 }))).toEqual(['bicycle-bell-copper']);
  expect(bells(await search({ limit: 100, category: 'outdoors', max_price: 2000 }))).toEqual(['bicycle-bell-brass']);
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await shopper(portal).ok('search_catalog', { limit: 7, ...(cursor && { cursor }) });
    all.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.pagination?.cursor;
  } while (cursor);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((id) => /^(umbrella|felt-slippers)-/.test(id))).toHaveLength(2);
});

it("lists each variant's siblings with their stock", async () => {
  const of = (quantity: number) => ({ status: 'in_stock', quantity });
  const { data } = await shopper(portal).ok('get_item', { item_id: 'felt-slippers-s' });
  expect([data.product_id, data.options]).toEqual(['felt-slippers', [{ name: 'Size', value: 'S' }]]);
  expect(data.siblings).toEqual([
    { id: 'felt-slippers-m', options: [{ name: 'Size', value: 'M' }], price: 3900, availability: of(3) },
    {
      id: 'felt-slippers-l',
      options: [{ name: 'Size', value: 'L' }],
      price: 4300,
      availability: { ...of(2), backorder_days: 21 },
    },
  ]);
  expect((await shopper(portal).ok('get_item', { item_id: 'enamel-mug' })).data.siblings).toBeUndefined();
});

it('marks variants that can be backordered, both as hits and as siblings', async () => {
  const lamp = (size: string) => ({
    product_id: 'lamp',
    options: [{ name: 'Size', value: size }],
    title: 'Onyx lamp',
  });
  await put('lamp-s', { ...lamp('S'), stock: 0, backorder: { days: 9 } });
  await put('lamp-m', { ...lamp('M'), stock: 0 });
  await put('lamp-l', lamp('L'));
  await put('lamp-xl', { ...lamp('XL'), stock: 4, backorder: { days: 9 } });
  const { siblings } = (await shopper(portal).ok('get_item', { item_id: 'lamp-m' })).data;
  expect(siblings.map(({ id, availability }: { id: string; availability: object }) => [id, availability])).toEqual([
    ['lamp-s', { status: 'backorder', quantity: 0, backorder_days: 9 }],
    ['lamp-l', { status: 'in_stock', quantity: null }],
    ['lamp-xl', { status: 'in_stock', quantity: 4, backorder_days: 9 }],
  ]);
  const [hit] = await search({ query: 'onyx lamp size S' });
  expect([hit.id, hit.availability.status]).toEqual(['lamp-s', 'backorder']);
  const eve = await fill(shopper(portal, { buyer: 'eve' }), { lines: ['lamp-s'] });
  expect((await complete(eve)).status).toBe(200);
  const again = (await shopper(portal).ok('get_item', { item_id: 'lamp-m' })).data.siblings[0];
  expect(again.availability).toEqual({ status: 'backorder', quantity: 0, backorder_days: 9 });
});

it('finds a variant separately once it leaves its product, and summarizes no product with only one variant', async () => {
  const vase = (size: string) => ({
    id: `vase-${size}`,
    ...MUG,
    title: 'Terracotta vase',
    product_id: 'vase',
    options: [{ name: 'Size', value: size }],
  });
  const hits = async () =>
    (await search({ query: 'terracotta vase' }))
      .filter(({ id }: { id: string }) => id.startsWith('vase-'))
      .map(({ id, varies }: { id: string; varies?: { items: number } }) => [id, varies?.items]);
  await owner.ok('import_items', { shop_id, items: [vase('S'), vase('M'), vase('L')] });
  expect(await hits()).toEqual([['vase-S', 3]]);
  const change = (item_id: string, members: object) => owner.ok('patch_item', { shop_id, item_id, ...members });
  await change('vase-S', { product_id: null, options: null });
  expect((await hits()).sort()).toEqual([
    ['vase-M', 2],
    ['vase-S', undefined],
  ]);
  await owner.ok('withdraw_item', { shop_id, item_id: 'vase-M' });
  expect((await hits()).sort()).toEqual([
    ['vase-L', undefined],
    ['vase-S', undefined],
  ]);
  const { data } = await shopper(portal).ok('get_item', { item_id: 'vase-L' });
  expect([data.product_id, data.siblings ?? []]).toEqual(['vase', []]);
  // An item that gets a product's id becomes a variant of the product at once.
  await change('vase-S', { product_id: 'vase', options: [{ name: 'Size', value: 'XS' }] });
  expect((await hits()).map(([, items]: readonly [string, number | undefined]) => items)).toEqual([2]);
});

it('finds each product once, regardless of its number of variants', async () => {
  const many = (product: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${product}-${index}`,
      ...MUG,
      title: 'Gizmo',
      product_id: product,
      options: [{ name: 'Number', value: `n${index}` }],
    }));
  const items = ['one', 'two', 'three', 'four'].flatMap((product) => many(product, 200));
  await owner.ok('import_items', { shop_id, items });
  const found = await search({ query: 'gizmo', limit: 100 });
  expect(found.map(({ product_id }: { product_id: string }) => product_id).sort()).toEqual([
    ...['four', 'one', 'three', 'two'],
  ]);
  const [exact] = await search({ query: 'gizmo number n150' });
  expect(exact.id).toMatch(/-150$/);
});

it('lets variants swap their options, but never have the same options while on sale', async () => {
  const size = (id: string, value: string) => ({
    id,
    ...MUG,
    product_id: 'swap',
    options: [{ name: 'Size', value }],
  });
  const sent = (items: object[]) => owner.send('import_items', { shop_id, items });
  expect((await sent([size('swap-a', 'S'), size('swap-b', 'M')])).status).toBe(200);
  expect((await sent([size('swap-a', 'M'), size('swap-b', 'S')])).status).toBe(200);
  const taken = await sent([size('swap-c', 'm')]);
  expect([taken.status, taken.json.detail]).toEqual([400, expect.stringMatching(/^items\[0\]\.options: .*"swap-a"/)]);
  expect((await owner.send('withdraw_item', { shop_id, item_id: 'swap-a' })).status).toBe(200);
  expect((await sent([size('swap-c', 'm')])).status).toBe(200);
  const back = await owner.send('patch_item', { shop_id, item_id: 'swap-a', status: 'active' });
  expect([back.status, back.json.detail]).toEqual([400, expect.stringContaining('swap-c')]);
});
