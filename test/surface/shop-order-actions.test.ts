import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyScope } from '../../src/domain/tenant/tenant.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { historyOf, type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { PORTLAND, placeOrder, readyCart, type Shopper, shippedCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey, fullKey } from '../support/tenants.js';

let portal: TestPortal;
let buyer: Shopper;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal();
  ({ shop_id } = portal.demo);
  buyer = shopper(portal);
  owner = await callerWith('orders:read', 'orders:fulfill', 'orders:money');
});
afterAll(() => portal.close());

async function callerWith(...scopes: readonly KeyScope[]): Promise<RegistryCaller> {
  const { key } = await anotherKey(portal, 'organization', { scopes });
  return registryCaller(() => portal.url, key);
}

/** Places a paid order. */
async function bought() {
  return { shop_id, order_id: await placeOrder(buyer, await readyCart(buyer)) };
}

describe("an organization's key", () => {
  it('holds, releases, ships and refunds an order of any deployment', async () => {
    const order = await bought();
    const held = await owner.ok('hold_shop_order', { ...order, reason: 'Address unclear' });
    expect([held.status, held.permitted_actions]).toEqual(['on_hold', ['release', 'cancel', 'refund']]);
    expect((await owner.ok('release_shop_order', order)).status).toBe('processing');
    const lines: readonly { readonly id: string; readonly quantity: { readonly total: number } }[] = held.line_items;
    const line_items = lines.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
    const shipped = await owner.ok('record_shop_fulfillment_event', { ...order, type: 'shipped', line_items });
    expect(shipped.status).toBe('fulfilled');
    expect((await owner.ok('adjust_shop_order', { ...order, type: 'refund' })).payment_status).toBe('refunded');
  });

  it('reads and changes the same order as a key of the deployment', async () => {
    const order = await bought();
    await owner.ok('cancel_shop_order', { ...order, reason: 'Out of stock' });
    const { permitted_actions: _own, ...seen } = await owner.ok('get_shop_order', order);
    expect(seen).toMatchObject({ status: 'canceled', id: order.order_id });
    const { data } = await buyer.ok('get_order', { order_id: order.order_id });
    expect(data).toMatchObject(seen);
  });

  it('is named in the history, on either path', async () => {
    const order = await bought();
    await owner.ok('hold_shop_order', order);
    const history: readonly { readonly action: string; readonly actor: string }[] = await owner.ok(
      'get_shop_order_history',
      order,
    );
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['fulfillment'] });
    expect(
      await historyOf(
        registryCaller(() => portal.url, key),
        order.order_id,
      ),
    ).toEqual(history);
    const { actor } = history.find(({ action }) => action === 'order.held') ?? { actor: '' };
    expect(actor).toMatch(/^key_/);
  });

  it("names an order by its number in the shop, and finds no other shop's", async () => {
    const { order_id } = await bought();
    const { display_id } = await owner.ok('get_shop_order', { shop_id, order_id });
    expect((await owner.ok('hold_shop_order', { shop_id, order_id: display_id })).id).toBe(order_id);
    const all = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const { id: other } = await all.ok('create_shop', { name: 'Other' });
    for (const name of [order_id, display_id]) {
      const { status, json } = await owner.send('release_shop_order', { shop_id: other, order_id: name });
      expect([status, json.error]).toEqual([404, 'order_not_found']);
    }
  });

  it('replaces the link of an order, whose earlier link then fails', async () => {
    const order = await bought();
    const before = await owner.ok('get_shop_order', order);
    const { permalink_url } = await owner.ok('renew_order_link', order);
    const statusOf = async (link: string) => (await fetch(`${portal.url}${new URL(link).pathname}`)).status;
    expect([await statusOf(before.permalink_url), await statusOf(permalink_url)]).toEqual([404, 200]);
  });

  it('sets a note without a hold, and removes it', async () => {
    const order = await bought();
    const noted = await owner.ok('set_order_note', { ...order, note: 'Ada calls on Monday' });
    expect([noted.status, noted.note]).toEqual(['processing', 'Ada calls on Monday']);
    expect((await owner.ok('hold_shop_order', { ...order, note: 'Ask Bob' })).note).toBe(
      'Ada calls on Monday\nAsk Bob',
    );
    expect((await owner.ok('release_shop_order', order)).note).toBe('Ada calls on Monday');
    expect((await buyer.ok('get_order', { order_id: order.order_id })).data).not.toHaveProperty('note');
    expect(await owner.ok('set_order_note', { ...order, note: null })).not.toHaveProperty('note');
  });

  it('changes where an order is shipped, in the same region, until something was shipped', async () => {
    const order = { shop_id, order_id: await placeOrder(buyer, await shippedCart(buyer)) };
    const destination = {
      ...PORTLAND,
      street_address: '12 New Street',
      address_locality: 'Salem',
      postal_code: '97301',
    };
    const { full_name: _recipient, ...place } = destination;
    const moved = await owner.ok('set_order_destination', { ...order, destination });
    expect(moved.fulfillment.expectations[0].destination).toMatchObject(place);
    const history: readonly object[] = await owner.ok('get_shop_order_history', order);
    expect(history.at(-1)).toMatchObject({ action: 'order.destination_changed', changed: ['fulfillment'] });
    const abroad = { ...destination, address_region: 'WA' };
    const refused = await owner.send('set_order_destination', { ...order, destination: abroad });
    expect([refused.status, refused.json.detail]).toEqual([400, expect.stringMatching(/address_region: must stay/)]);
    await owner.ok('record_shop_fulfillment_event', { ...order, type: 'shipped' });
    const late = await owner.send('set_order_destination', { ...order, destination });
    expect([late.status, late.json.error]).toEqual([409, 'order_not_fulfillable']);
  });

  it('corrects and removes the tracking of a shipment, which both numbers find, and names the person', async () => {
    const order = { shop_id, order_id: await placeOrder(buyer, await shippedCart(buyer)) };
    const wrong = { carrier: 'UPS', tracking_number: '1Z 77', tracking_url: 'https://track.example/1Z77' };
    const shipped = await owner.ok('record_shop_fulfillment_event', { ...order, type: 'shipped', ...wrong });
    const [{ id: event_id, ...event }] = shipped.fulfillment.events;
    const right = { carrier: 'UPS', tracking_number: '1Z 78' };
    const named = { ...order, event_id };
    const corrected = await owner.ok('correct_shop_tracking', { ...named, ...right });
    const { tracking_url: _removed, ...rest } = event;
    expect(corrected.fulfillment.events).toEqual([
      { id: event_id, ...rest, ...right, earlier_tracking: [{ ...wrong, until: expect.any(String) }] },
    ]);
    const [seen] = (await buyer.ok('get_order', { order_id: order.order_id })).data.fulfillment.events;
    expect(seen).toEqual({ id: event_id, ...rest, ...right });
    for (const query of ['1Z77', '1Z 78'])
      expect(await owner.ok('list_shop_orders', { shop_id, query })).toMatchObject([{ id: order.order_id }]);
    const version = versionOf(await owner.send('get_shop_order', order));
    expect(versionOf(await owner.send('correct_shop_tracking', { ...named, ...right }))).toBe(version);
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['fulfillment'] });
    const adapter = registryCaller(() => portal.url, key);
    const { fulfillment } = await adapter.ok('correct_tracking', { order_id: order.order_id, event_id });
    expect(fulfillment.events[0]).not.toHaveProperty('tracking_number');
    expect(fulfillment.events[0].earlier_tracking).toHaveLength(2);
    const history: readonly { readonly action: string }[] = await owner.ok('get_shop_order_history', order);
    expect(history.filter(({ action }) => action === 'order.tracking_changed')).toMatchObject([
      { actor: expect.stringMatching(/^key_/), changed: ['fulfillment'] },
      { actor: expect.stringMatching(/^key_/), changed: ['fulfillment'] },
    ]);
    const stale = await owner.send('correct_shop_tracking', named, { 'if-match': `"${version}"` });
    expect([stale.status, stale.json.error]).toEqual([412, 'version_conflict']);
  });

  it('does not overwrite a newer version of the order', async () => {
    const order = await bought();
    const version = versionOf(await owner.send('get_shop_order', order));
    await owner.ok('hold_shop_order', order);
    const stale = await owner.send('release_shop_order', order, { 'if-match': `"${version}"` });
    expect([stale.status, stale.json.error]).toEqual([412, 'version_conflict']);
  });
});

const FULFILLS = ['hold', 'fulfill'];
const MONEY = ['cancel', 'refund'];

describe('permitted_actions', () => {
  it.each<[readonly KeyScope[], readonly string[]]>([
    [['orders:read'], []],
    [['orders:read', 'orders:fulfill'], FULFILLS],
    [['orders:read', 'orders:money'], MONEY],
    [
      ['orders:read', 'orders:fulfill', 'orders:money'],
      [...FULFILLS, ...MONEY],
    ],
  ])('with %j are %j', async (scopes, actions) => {
    const by = await callerWith(...scopes);
    const { permitted_actions } = await by.ok('get_shop_order', await bought());
    expect([...permitted_actions].sort()).toEqual([...actions].sort());
  });
});

it('adds no tool for the orders of a shop', () => {
  const tools = OPERATIONS.filter(({ http, mcp }) => mcp && http?.path.startsWith('/api/shops/{id}/orders'));
  expect(tools).toEqual([]);
});
