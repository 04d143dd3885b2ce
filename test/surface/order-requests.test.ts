import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { historyOf, type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey, changeItem, fullKey } from '../support/tenants.js';

/** Requests of buyers over HTTP, and the merchant's answers. */

let portal: TestPortal;
let buyer: Shopper;
/** The same buyer, with all routes of the registry. */
let agent: RegistryCaller;
let owner: RegistryCaller;
let merchant: Merchant;
let shop_id: string;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  ({ shop_id } = portal.demo);
  buyer = shopper(portal, { buyer: 'ada' });
  agent = registryCaller(() => portal.url, portal.demo.deployment_key, 'ada');
  merchant = new Merchant(portal);
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  await changeItem(portal, 'enamel-mug', { counted: true });
});
afterAll(() => portal.close());

const bought = async () => placeOrder(buyer, await readyCart(buyer));

/** Makes a request for a new order. */
async function requested(args: object = { type: 'cancel', reason: 'Ordered twice' }) {
  const order_id = await bought();
  const { requests } = await agent.ok('request_order_change', { order_id, ...args });
  return { shop_id, order_id, request_id: requests[0].id };
}

async function actionsOf(order_id: string) {
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['fulfillment'] });
  const history = await historyOf(
    registryCaller(() => portal.url, key),
    order_id,
  );
  return history.map(({ action }) => action);
}

const answer = (named: object, args: object) => owner.ok('answer_shop_order_request', { ...named, ...args });

describe('a request', () => {
  it('waits, is listed for the shop, and cancels the order when it is accepted', async () => {
    await merchant.setUnits('enamel-mug', 100);
    const named = await requested();
    const waiting: readonly { readonly id: string }[] = await owner.ok('list_order_requests', { shop_id, limit: 100 });
    expect(waiting.find(({ id }) => id === named.order_id)).toMatchObject({
      requests: [{ id: named.request_id, type: 'cancel', status: 'waiting', reason: 'Ordered twice' }],
    });
    const order = await answer(named, { decision: 'accept' });
    expect(order).toMatchObject({ status: 'canceled', payment_status: 'refunded', requests: [{ status: 'accepted' }] });
    expect(await merchant.unitsLeft('enamel-mug')).toBe(100);
    expect(await actionsOf(named.order_id)).toEqual(
      expect.arrayContaining(['order.change_requested', 'order.canceled']),
    );
    const left: readonly { readonly id: string }[] = await owner.ok('list_order_requests', { shop_id, limit: 100 });
    expect(left.map(({ id }) => id)).not.toContain(named.order_id);
  });

  it('is refused only with a reason, which the buyer reads', async () => {
    const named = await requested();
    const { status, json } = await owner.send('answer_shop_order_request', { ...named, decision: 'refuse' });
    expect([status, json.detail]).toEqual([400, 'reason: is required to refuse']);
    await answer(named, { decision: 'refuse', reason: 'It is on its way' });
    const { data } = await buyer.ok('get_order', { order_id: named.order_id });
    expect(data).toMatchObject({ status: 'processing', requests: [{ status: 'refused', answer: 'It is on its way' }] });
    expect(data.messages).toEqual([{ type: 'info', content: 'Request (cancellation) refused: It is on its way' }]);
    const again = await owner.send('answer_shop_order_request', { ...named, decision: 'accept' });
    expect([again.status, again.json.error]).toEqual([409, 'order_request_closed']);
  });

  it('is made in the light of the policies of the shop', async () => {
    const settings = await owner.ok('get_shop_settings', { shop_id });
    const policies = { returns: 'Unused, within 14 days.\nYou pay the way back.' };
    await owner.ok('update_shop_settings', { ...settings, shop_id, policies, order_requests: { return_days: 14 } });
    const { links, ...told } = await agent.ok('get_policies', {});
    expect(told).toEqual({ ...policies, order_requests: { return_days: 14 } });
    expect(links).toHaveLength(settings.links.length);
    await owner.ok('update_shop_settings', { ...settings, shop_id });
  });

  it('can be withdrawn by the buyer', async () => {
    const { order_id, request_id } = await requested();
    const { requests } = await agent.ok('withdraw_order_request', { order_id, request_id });
    expect(requests).toMatchObject([{ status: 'withdrawn' }]);
    expect((await actionsOf(order_id)).at(-1)).toBe('order.change_withdrawn');
  });

  it('for a return is agreed to first, and refunded and restocked when the units are back', async () => {
    await merchant.setUnits('enamel-mug', 100);
    const order_id = await bought();
    await owner.ok('record_shop_fulfillment_event', { shop_id, order_id, type: 'picked_up' });
    const ask = async () => {
      const units = { type: 'return', line_items: [{ id: 'mug', quantity: 1 }] };
      const { requests } = await agent.ok('request_order_change', { order_id, ...units });
      return { shop_id, order_id, request_id: requests.at(-1).id };
    };
    const agreed = await answer(await ask(), { decision: 'accept', reason: 'Send it to 1 Dock Street' });
    expect(agreed).not.toHaveProperty('adjustments');
    const back = await answer(await ask(), { decision: 'accept', received: true, restock: true });
    expect(back).toMatchObject({ payment_status: 'partially_refunded', adjustments: [{ type: 'return' }] });
    expect(await merchant.unitsLeft('enamel-mug')).toBe(99);
    expect(await actionsOf(order_id)).toEqual(
      expect.arrayContaining(['order.change_accepted', 'order.return_recorded']),
    );
  });

  it('is accepted at once where a rule of the shop says so', async () => {
    const settings = await owner.ok('get_shop_settings', { shop_id });
    await owner.ok('update_shop_settings', { ...settings, shop_id, order_requests: { cancel_before_shipping: true } });
    const data = await agent.ok('request_order_change', { order_id: await bought(), type: 'cancel' });
    expect(data).toMatchObject({ status: 'canceled', payment_status: 'refunded' });
    expect(data.requests).toMatchObject([{ status: 'accepted', automatic: true }]);
    await owner.ok('update_shop_settings', { ...settings, shop_id });
  });

  it.each<[object, string]>([
    [{ type: 'address_change' }, 'destination: is required for another address'],
    [
      { type: 'cancel', destination: { address_country: 'US' } },
      'destination: must be absent, except for address_change',
    ],
  ])('of the wrong form is rejected (%j)', async (args, detail) => {
    const { status, json } = await agent.send('request_order_change', { order_id: await bought(), ...args });
    expect([status, json.error, json.detail]).toEqual([400, 'invalid_request', detail]);
  });
});
