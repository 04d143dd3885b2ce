import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkoutF } from '../../src/schema/checkout.js';
import { consentText } from '../../src/view/consent-text.js';
import { complete, fill, orderOf, type Purchase, ready } from '../actors/purchase.js';
import { registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { openSurface } from '../support/surfaces.js';
import { anotherKey } from '../support/tenants.js';

/** The variant is shown wherever the item is named. */

const M = [{ name: 'Size', value: 'M' }];
const SLIPPERS = { id: 'slippers', item: { id: 'felt-slippers-m' }, quantity: 1 };
const MUG = { id: 'mug', item: { id: 'enamel-mug' }, quantity: 1 };
const ITEM_MEMBERS = ['id', 'image_url', 'price', 'title'];

let portal: TestPortal;
let owner: Shopper;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  owner = shopper(portal, { key: portal.demo.organization_key });
  ({ shop_id } = portal.demo);
  await owner.ok('move_stock', { shop_id, item_id: SLIPPERS.item.id, by: 100, reason: 'came in' });
});
afterAll(() => portal.close());

let buyers = 0;
const cart = () => ready(shopper(portal, { buyer: `buyer-${buyers++}` }), { lines: [SLIPPERS, MUG] });
const read = async ({ by, checkout_id }: Purchase) => (await by.ok('get_checkout', { checkout_id })).data;
const pageAt = async (url: string) => (await fetch(url)).text();
const patch = (members: object) => owner.ok('patch_item', { shop_id, item_id: SLIPPERS.item.id, ...members });
const printed = async (...args: readonly string[]) => (await run(args, portal.commandEnv)).stdout;

async function ordered() {
  const purchase = await cart();
  expect((await complete(purchase)).status).toBe(200);
  return { purchase, order: await orderOf(purchase) };
}

/** Returns the options of each line, and the names of its item's members. */
const shown = (lines: readonly { item: object; options?: object }[]) =>
  lines.map(({ item, options }) => [options, Object.keys(item).sort()]);

describe('the variant of a line', () => {
  it('is shown beside the item in checkouts and orders, except in variant B of the response', async () => {
    const { by, checkout_id } = await cart();
    const both = [
      [M, ITEM_MEMBERS],
      [undefined, ITEM_MEMBERS],
    ];
    expect(shown((await by.ok('get_checkout', { checkout_id })).data.line_items)).toEqual(both);
    const { data } = await by.ok('add_line_items', { checkout_id, line_items: [MUG] });
    expect(data.ucp.capabilities).toBeInstanceOf(Array);
    expect(shown(data.line_items)).toEqual(both.map(([, members]) => [undefined, members]));
    const { order } = await ordered();
    expect(shown(order.line_items)).toEqual(both);
    expect(order.line_items[1]).not.toHaveProperty('options');
  });

  it('stays as it was at the time of the order, regardless of later changes of the item', async () => {
    const { purchase, order } = await ordered();
    const checkout = await read(purchase);
    await patch({ title: 'House shoes', options: [{ name: 'EU size', value: '39' }] });
    expect((await orderOf(purchase)).line_items).toEqual(order.line_items);
    expect((await read(purchase)).line_items).toEqual(checkout.line_items);
    expect(await printed('orders', 'show', order.id)).toContain('Felt slippers (M)');
    const open = await cart();
    expect((await read(open)).line_items[0].options).toEqual([{ name: 'EU size', value: '39' }]);
    await patch({ title: 'Felt slippers', options: M });
  });

  it("is part of a receipt's context", async () => {
    const { purchase, order } = await ordered();
    const { data } = await purchase.by.ok('get_receipt_context', { order_id: order.id });
    expect(data.context.line_items[0]).toMatchObject({
      title: 'Felt slippers',
      options: [{ name: expect.any(String), value: expect.any(String) }],
    });
  });
});

describe('texts name the variant', () => {
  it("names the variant in questions to the buyer, and on the pages, including an order's history", async () => {
    const open = await cart();
    expect(consentText(checkoutF.parse(await read(open)))).toContain('1 × Felt slippers (M): $39.00');
    expect(await pageAt((await read(open)).continue_url)).toContain('<strong>Felt slippers (M)</strong>');
    const { order } = await ordered();
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const line_items = [{ id: SLIPPERS.id, quantity: 1 }];
    const event = { order_id: order.id, type: 'shipped', line_items };
    await shopper(portal, { key }).ok('record_fulfillment_event', event);
    const page = await pageAt(order.permalink_url);
    expect(page).toContain('<strong>Felt slippers (M)</strong>');
    expect(page).toContain('<strong>Shipped</strong>: Felt slippers (M)');
    expect(page).toContain('<strong>Enamel camp mug</strong>');
  });

  it('names the variant in texts for agents', async () => {
    const target = { url: portal.url, database: portal.database, key: portal.demo.deployment_key, buyer: 'agent' };
    const surface = await openSurface('mcp 2.x http', target);
    const checkout_id = (await surface.call('get_cart', {})).body.data.id;
    const { body } = await surface.call('add_line_items', { checkout_id, line_items: [SLIPPERS, MUG] });
    await surface.close();
    expect(body.data.line_items.map(({ title }: { title: string }) => title)).toEqual([
      'Felt slippers (M)',
      'Enamel camp mug',
    ]);
  });

  it('names the variant in messages', async () => {
    const purchase = await cart();
    await patch({ price: 4100 });
    const { messages, continue_url } = await read(purchase);
    expect(messages[0].content).toContain('The price of "Felt slippers (M)" changed from $39.00 to $41.00');
    expect(await pageAt(continue_url)).toContain('The price of Felt slippers (M) has changed');
    await patch({ price: 3900 });
    const { purchase: old, order } = await ordered();
    await owner.ok('withdraw_item', { shop_id, item_id: SLIPPERS.item.id });
    const again = await registryCaller(() => portal.url, portal.demo.deployment_key, old.by.buyer).ok('reorder', {
      order_id: order.id,
    });
    expect(again.messages.map(({ content }: { content: string }) => content)).toContain(
      'Felt slippers (M) (felt-slippers-m): it is no longer sold.',
    );
    await patch({ status: 'active' });
  });

  it('names the variant when units are missing, and finds orders by their variants', async () => {
    const { by, checkout_id } = await cart();
    await by.ok('update_line_item', { checkout_id, line_item_id: SLIPPERS.id, quantity: 5000 });
    const { messages } = (await by.ok('get_checkout', { checkout_id })).data;
    expect(messages[0].content).toMatch(/^Only \d+ of "Felt slippers \(M\)" are available here/);
    const members = { title: 'T-shirt', price: 900, fulfillment_types: ['pickup'], stock: 0, backorder: { days: 5 } };
    const variant = { product_id: 'tee', options: [{ name: 'Size', value: 'XXL' }] };
    await owner.ok('put_item', { shop_id, item_id: 'tee-5', ...members, ...variant });
    const late = await fill(shopper(portal, { buyer: 'late' }), { lines: ['tee-5'] });
    expect((await read(late)).messages[0].content).toMatch(/^1 of 1 unit of "T-shirt \(XXL\)" is not in stock/);
    expect((await complete(late)).status).toBe(200);
    const order = await orderOf(late);
    expect(order.messages[0].content).toMatch(/^1 of 1 unit of "T-shirt \(XXL\)" comes later/);
    expect(await printed('orders', 'search', 'T-shirt (XXL)')).toContain(order.id);
    expect(await printed('orders', 'search', 'T-shirt (XL)')).not.toContain(order.id);
  });

  it('names the variant in exported tables and lines, and in a printed order', async () => {
    const { order } = await ordered();
    const [, ...rows] = (await printed('orders', 'export', '--rows', 'lines')).split('\r\n');
    const own = rows.filter((row) => row.includes(order.id));
    expect(own.map((row) => /,(Felt slippers[^,]*|Enamel[^,]*),/.exec(row)?.[1])).toEqual([
      'Felt slippers (M)',
      'Enamel camp mug',
    ]);
    const lines = (await printed('orders', 'export', '--format', 'jsonl')).trim().split('\n');
    const line = lines.map((text) => JSON.parse(text)).find(({ id }) => id === order.id);
    expect(shown(line.line_items)[0]).toEqual([M, ITEM_MEMBERS]);
    expect(await printed('orders', 'show', order.id)).toContain(
      '  1 x Felt slippers (M) (item felt-slippers-m, line slippers), 0 fulfilled',
    );
    expect(await printed('items', 'list')).toContain('  Felt slippers (M)\n');
  });
});
