import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Sales of items, and changes of their stock that do not undo sales (docs/catalog.md). */

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
const stockOf = async (item_id: string) => (await owner.ok('get_shop_item', { shop_id, item_id })).data.stock;
const ledgerOf = async (item_id: string): Promise<{ kind: string; by: number; stock_after: number | null }[]> =>
  (await owner.ok('list_stock_movements', { shop_id, item_id, limit: 100 })).data;
const search = async (args: object) => (await shopper(portal).ok('search_catalog', { ...args })).data;

/** Fills a cart with units of the item and makes it ready for payment. */
async function readyCart(buyer: string, id: string, quantity: number) {
  const by = shopper(portal, { buyer });
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id }, quantity }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  return { by, checkout_id, checkout: data };
}

async function buy(buyer: string, id: string, quantity = 1) {
  const { by, checkout_id, checkout } = await readyCart(buyer, id, quantity);
  const payment = { instruments: [CARD] };
  const paid = await by.send('complete_checkout', { checkout_id, expected_total: totalOf(checkout), payment });
  return { by, checkout_id, checkout, paid };
}

describe('a change of a price', () => {
  it('does not put a unit back on sale that was sold between the GET and the conditional PUT', async () => {
    await put('last', { stock: 1 });
    const path = `/api/shops/${shop_id}/items/last`;
    const key = portal.demo.organization_key;
    const got = await portal.request('GET', path, { key });
    const { id, created_at, updated_at, ...item } = got.json.data;
    expect((await buy('first', 'last')).paid.status).toBe(200);
    const headers = { 'if-match': got.headers.get('etag') ?? '' };
    const whole = await portal.request('PUT', path, { key, headers, body: { ...item, price: 900 } });
    expect([whole.status, whole.json.detail]).toEqual([400, expect.stringContaining(`${path}/stock`)]);
    const body = { ...item, price: 900, expected_stock: 1 };
    const moved = await portal.request('PUT', path, { key, headers, body });
    expect([moved.status, moved.json.error]).toEqual([409, 'stock_moved']);
    const { stock: _stock, ...terms } = item;
    const changed = await portal.request('PUT', path, { key, headers, body: { ...terms, price: 900 } });
    expect(changed.json.data).toMatchObject({ price: 900, stock: 0 });
    const { checkout } = await readyCart('second', 'last', 1);
    expect(checkout.messages[0].code).toBe('out_of_stock');
  });

  it('can be a merge patch with either content type: null restores a default, absent members stay', async () => {
    await put('patched', { brand: 'Park', keywords: ['cup'], stock: 4 });
    const path = `/api/shops/${shop_id}/items/patched`;
    const patch = (type: string, body: object) =>
      portal.request('PATCH', path, {
        key: portal.demo.organization_key,
        headers: { 'content-type': type },
        body,
      });
    const first = await patch('application/merge-patch+json', { brand: null, keywords: null, price: 5 });
    expect(first.json.data).toMatchObject({ brand: null, keywords: [], price: 5, title: 'Test mug', stock: 4 });
    const again = await patch('application/json; charset=utf-8', { price: 5 });
    expect([again.headers.get('etag'), again.json]).toEqual([first.headers.get('etag'), first.json]);
    expect((await patch('application/json-patch+json', { price: 6 })).status).toBe(415);
    const others = `/api/shops/${shop_id}/settings`;
    const elsewhere = await portal.request('PUT', others, {
      key: portal.demo.organization_key,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: {},
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('the ledger', () => {
  it('records every movement, and adds up to the stock', async () => {
    await put('moved', { stock: 5 });
    await owner.ok('move_stock', { shop_id, item_id: 'moved', by: 3, reason: 'Delivery' });
    const { paid } = await buy('ledger', 'moved', 2);
    await shopper(portal)
      .ok('cancel_order', { order_id: paid.json.data.order.id })
      .catch(() => undefined);
    await owner.ok('import_items', { shop_id, items: [{ id: 'moved', stock: 9 }], stock: 'set' });
    await owner.ok('move_stock', { shop_id, item_id: 'moved', to: null, expected: 9 });
    expect(await stockOf('moved')).toBeNull();
    await owner.refused('move_stock', { shop_id, item_id: 'moved', by: 1, reason: 'x' }, 'stock_not_counted');
    await owner.ok('move_stock', { shop_id, item_id: 'moved', to: 2, expected: null });
    const ledger = await ledgerOf('moved');
    expect(ledger.reduce((sum, { by }) => sum + by, 0)).toBe(2);
    expect(ledger.map(({ kind, by, stock_after }) => [kind, by, stock_after])).toEqual([
      ['correction', 2, 2],
      ['correction', -9, null],
      ['correction', expect.any(Number), 9],
      ...ledger.slice(3, -3).map(() => ['give_back', 2, 8]),
      ['sale', -2, 6],
      ['correction', 3, 8],
      ['opening', 5, 5],
    ]);
  });

  it('records the units that a declined payment reserved and returned', async () => {
    await put('declined', { stock: 1 });
    const { by, checkout_id, checkout } = await readyCart('declined', 'declined', 1);
    const declined = { ...CARD, credential: { type: 'token', token: 'tok_decline' } };
    const args = { checkout_id, expected_total: totalOf(checkout), payment: { instruments: [declined] } };
    expect((await by.send('complete_checkout', args)).status).toBe(402);
    const ledger = await ledgerOf('declined');
    expect(ledger).toMatchObject([
      { kind: 'give_back', by: 1, checkout_id, stock_after: 1 },
      { kind: 'sale', by: -1, checkout_id, stock_after: 0 },
      { kind: 'opening', by: 1 },
    ]);
  });
});

describe('an item that is imported again', () => {
  const sent = (id: string, units: number, more: object = {}) => ({
    shop_id,
    items: [{ id, ...MUG, stock: units }],
    ...more,
  });

  it('changes nothing, so that sold units are not restocked', async () => {
    await owner.ok('import_items', sent('resent', 33));
    expect((await buy('resent', 'resent', 5)).paid.status).toBe(200);
    const ledger = await ledgerOf('resent');
    const { data } = await owner.ok('import_items', sent('resent', 33));
    expect([data, await stockOf('resent')]).toEqual([{ imported: 1, problems: [], warnings: [] }, 28]);
    await owner.ok('import_items', sent('resent', 33, { stock: 'difference' }));
    expect(await ledgerOf('resent')).toEqual(ledger);
  });

  it('adds the difference from the previous import only once', async () => {
    await owner.ok('import_items', sent('synced', 33));
    expect((await buy('synced', 'synced', 5)).paid.status).toBe(200);
    for (const _repeat of [1, 2]) {
      await owner.ok('import_items', sent('synced', 43, { stock: 'difference' }));
      expect(await stockOf('synced')).toBe(38);
    }
    // An import that does not change the stock still records the units that it sent.
    await owner.ok('import_items', sent('synced', 50));
    await owner.ok('import_items', sent('synced', 51, { stock: 'difference' }));
    expect(await stockOf('synced')).toBe(39);
    await owner.ok('import_items', sent('synced', 7, { stock: 'set' }));
    expect(await stockOf('synced')).toBe(7);
  });

  it('ignores the units of its first import and warns, but adds the difference of the next import', async () => {
    await put('by-hand', { stock: 4 });
    const { data } = await owner.ok('import_items', sent('by-hand', 9, { stock: 'difference' }));
    expect(data.warnings).toEqual([{ row: 1, id: 'by-hand', problem: expect.stringContaining('no earlier import') }]);
    await owner.ok('import_items', sent('by-hand', 10, { stock: 'difference' }));
    expect(await stockOf('by-hand')).toBe(5);
  });

  it('must not go on sale at a price of 0 unless free items are allowed', async () => {
    const gift = (more: object) => ({ shop_id, items: [{ id: 'gift', ...MUG, price: 0, ...more }] });
    const refused = await owner.send('import_items', gift({}));
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringMatching(/^items\[0\]\.price: 0 gives/)]);
    expect((await owner.ok('import_items', gift({ status: 'withdrawn' }))).data.imported).toBe(1);
    expect((await owner.send('import_items', gift({ status: 'active' }))).status).toBe(400);
    await owner.ok('import_items', { ...gift({ status: 'active' }), allow_free: true });
    expect((await owner.ok('import_items', gift({}))).data.problems).toEqual([]);
  });
});

describe('an item sold before it is in stock', () => {
  it('promises a later date, and lets the stock fall below zero', async () => {
    await put('later', { stock: 1, backorder: { days: 20 } });
    const timesOf = (checkout: { fulfillment: { methods: { groups: { options: Option[] }[] }[] } }) => {
      const [option] = checkout.fulfillment.methods[0]?.groups[0]?.options ?? [];
      return Date.parse(option?.latest_fulfillment_time ?? '');
    };
    const soon = await readyCart('soon', 'later', 1);
    const late = await buy('late', 'later', 3);
    expect(late.paid.status).toBe(200);
    expect(Math.round((timesOf(late.checkout) - timesOf(soon.checkout)) / 86_400_000)).toBe(20);
    // The order's promised date remains, although no units are left once the order is placed.
    const order = await late.by.ok('get_order', { order_id: late.paid.json.data.order.id });
    expect(Date.parse(order.data.fulfillment.expectations[0].fulfillable_on)).toBe(timesOf(late.checkout));
    const said = (of: { messages: { code?: string; content: string }[] }) =>
      of.messages.filter(({ content }) => content.includes('later')).map(({ content }) => content);
    expect(said(soon.checkout)).toEqual([]);
    expect(said(late.checkout)).toEqual([
      expect.stringMatching(/^2 of 3 units of "[^"]+" are not in stock and come later: .* promised from .* to /),
    ]);
    expect(said(order.data)).toEqual([
      expect.stringMatching(/^2 of 3 units of "[^"]+" come later: by \w+ \d+, 20\d\d\.$/),
    ]);
    expect(await stockOf('later')).toBe(-2);
    expect((await shopper(portal).ok('get_item', { item_id: 'later' })).data.availability).toEqual({
      status: 'backorder',
      quantity: 0,
      backorder_days: 20,
    });
    await owner.ok('patch_item', { shop_id, item_id: 'later', backorder: null });
    expect((await readyCart('too-late', 'later', 1)).checkout.messages[0].code).toBe('out_of_stock');
  });

  it('accepts incoming but not outgoing units while the stock is negative after backorders have ended', async () => {
    await put('ended', { stock: 0, backorder: { days: 20 } });
    expect((await buy('ended', 'ended', 3)).paid.status).toBe(200);
    await owner.ok('patch_item', { shop_id, item_id: 'ended', backorder: null });
    const move = (by: number) => owner.send('move_stock', { shop_id, item_id: 'ended', by, reason: 'Delivery' });
    expect((await move(1)).json.data.stock).toBe(-2);
    expect((await move(-1)).json.error).toBe('stock_below_zero');
    const counted = (to: number, expected: number) => ({ shop_id, item_id: 'ended', to, expected });
    expect((await owner.send('move_stock', counted(-3, -2))).json.error).toBe('stock_below_zero');
    expect((await owner.ok('move_stock', counted(-1, -2))).data.stock).toBe(-1);
    expect((await move(5)).json.data.stock).toBe(4);
  });

  it('keeps the delivery promise of the order that bought the last units', async () => {
    await put('all', { stock: 2, backorder: { days: 20 } });
    const { by, checkout, paid } = await buy('all', 'all', 2);
    const order = await by.ok('get_order', { order_id: paid.json.data.order.id });
    const promised = checkout.fulfillment.methods[0].groups[0].options[0].latest_fulfillment_time;
    expect(Date.parse(order.data.fulfillment.expectations[0].fulfillable_on)).toBe(Date.parse(promised));
  });
});

interface Option {
  readonly latest_fulfillment_time: string;
}

describe('an item that is not new', () => {
  const titlesOf = (of: { line_items: { item: { title: string } }[] }) => of.line_items.map(({ item }) => item.title);

  it("has its condition in the title of lines and on the buyer's page, and as a member in search results", async () => {
    await put('camera', { title: 'Field camera', condition: 'used' });
    const [found] = await search({ query: 'field camera' });
    expect([found.title, found.condition]).toEqual(['Field camera', 'used']);
    const { checkout, paid, by } = await buy('camera', 'camera');
    const order = await by.ok('get_order', { order_id: paid.json.data.order.id });
    expect([titlesOf(checkout), titlesOf(order.data)]).toEqual([['Field camera – used'], ['Field camera – used']]);
    const page = await fetch(checkout.continue_url, { headers: { 'accept-language': 'de' } });
    expect(await page.text()).toContain('Field camera – gebraucht');
  });

  it('becomes new if its condition is set to null, and loses other optional members likewise', async () => {
    await put('renewed', { condition: 'refurbished', sku: 'R 1', age_restricted: true, minimum_age: 21 });
    const change = (members: object) => owner.ok('patch_item', { shop_id, item_id: 'renewed', ...members });
    for (const [name, value] of Object.entries({ condition: 'new', sku: null, minimum_age: null })) {
      await change({ [name]: null });
      expect((await owner.ok('get_shop_item', { shop_id, item_id: 'renewed' })).data[name]).toBe(value);
    }
  });
});

describe('a SKU', () => {
  it('finds its item in any spelling, and the orders that contain the item', async () => {
    await put('flask', { title: 'Vacuum flask', sku: 'NW 116/S ü' });
    for (const query of ['NW 116/S ü', 'nw-116/s', 'nw116su', 'flask 116']) {
      const [found] = await search({ query });
      expect([query, found?.id, found?.sku]).toEqual([query, 'flask', 'NW 116/S ü']);
    }
    await buy('flask', 'flask');
    const path = `/api/shops/${shop_id}/orders?query=${encodeURIComponent('NW 116/S')}`;
    const { data } = (await portal.request('GET', path, { key: portal.demo.organization_key })).json;
    expect(data).toHaveLength(1);
  });
});
