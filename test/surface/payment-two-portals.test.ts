import { afterEach, describe, expect, test } from 'vitest';
import { callPlace, handlerAttempt } from '../../src/payments/handler-attempt.js';
import { systemClock } from '../../src/system.js';
import { type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { PAID } from '../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openOnPostgres } from '../support/postgres-of-path.js';
import { scriptedHandler } from '../support/scripted-handler.js';
import { anotherKey } from '../support/tenants.js';

/** Sandbox payments through two portals on one database. */
const ENGINES = [
  { engine: 'SQLite', options: {} },
  { engine: 'PostgreSQL', options: { open: openOnPostgres } },
];

let portals: TestPortal[] = [];
afterEach(async () => {
  for (const portal of portals.reverse()) await portal.close();
  portals = [];
});

describe.each(ENGINES)('on $engine', ({ options }) => {
  /** Starts two portals with separate handlers, and makes a cart ready for payment. */
  async function scene(token: string, clock = systemClock) {
    const one = await startPortal({ clock, ...options });
    portals.push(one);
    const other = await startPortal({ ...options, database: one.database });
    portals.push(other);
    const { key } = await anotherKey(one, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const [here, there] = [shopper(one, { key }), shopper(other, { key })];
    const { checkout_id, total } = await ready(here);
    const credential = { type: 'token', token };
    const payment = { instruments: [{ id: 'c', handler_id: 'sandbox_card', type: 'card', credential }] };
    return { one, other, here, there, checkout_id, complete: { checkout_id, expected_total: total, payment } };
  }

  test('lets one portal replay and refund a payment that the other made', async () => {
    const { here, there, complete } = await scene('tok_approve');
    const key = { 'idempotency-key': 'pay' };
    const paid = await here.ok('complete_checkout', complete, key);
    expect(await there.ok('complete_checkout', complete, key)).toEqual(paid);
    const canceled = await there.ok('cancel_order', { order_id: paid.data.order.id });
    expect(canceled.data.payment_status).toBe('refunded');
  });

  test('shows the current cart in one portal while the other waits for its payment', async () => {
    const invoice = scriptedHandler();
    const one = await startPortal({ ...options, handlers: [invoice] });
    portals.push(one);
    const other = await startPortal({ ...options, database: one.database, handlers: [scriptedHandler()] });
    portals.push(other);
    const here = shopper(one);
    const { checkout_id, total } = await ready(here);
    const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
    const paying = here.ok('complete_checkout', { checkout_id, expected_total: total, payment });
    const authorization = await invoice.next();
    const { data } = await shopper(other, { key: one.demo.deployment_key }).ok('get_cart', {});
    expect([data.id, data.status]).toEqual([checkout_id, 'complete_in_progress']);
    authorization.answer(PAID);
    expect((await paying).data.status).toBe('completed');
  });

  /** Like `scene`; the first portal never receives its handler's response. */
  async function sceneOfLostResponse() {
    let isLost = () => {};
    const lost = new Promise<void>((resolve) => {
      isLost = resolve;
    });
    const portals = await scene('tok_approve', { ...systemClock, sleep: () => lost });
    const [, card] = portals.one.app.handlers;
    if (!card) throw new Error('no card handler');
    const { authorize } = card;
    // The provider stores the payment, but its response never arrives.
    Object.assign(card, {
      authorize: async (...asked: Parameters<typeof authorize>) => {
        await authorize(...asked);
        isLost();
        return new Promise(() => undefined);
      },
    });
    return portals;
  }

  test("resolves an attempt by the handler's status if the other portal lost the response", async () => {
    const { there, here, checkout_id, complete } = await sceneOfLostResponse();
    expect((await here.ok('complete_checkout', complete)).data.status).toBe('complete_in_progress');
    expect((await there.ok('get_checkout', { checkout_id })).data.status).toBe('completed');
    expect((await here.ok('get_checkout', { checkout_id })).data.status).toBe('completed');
  });

  test('replays the first response with the order if another call has resolved the attempt', async () => {
    const { there, here, checkout_id, complete } = await sceneOfLostResponse();
    const key = { 'idempotency-key': 'pay' };
    expect((await here.ok('complete_checkout', complete, key)).data.status).toBe('complete_in_progress');
    expect((await there.ok('get_checkout', { checkout_id })).data.status).toBe('completed');
    const first = await there.send('complete_checkout', complete, key);
    const again = await here.send('complete_checkout', complete, key);
    expect(first.json.data.status).toBe('completed');
    // Each portal has its own URL, which is in the links of a response that it renders.
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('declines a payment in both portals after one of them has voided it', async () => {
    const { one, other, here, there, checkout_id, complete } = await scene('tok_pending');
    expect((await here.ok('complete_checkout', complete)).data.status).toBe('complete_in_progress');
    const checkout = await one.app.store.read((rows) => rows.get('checkout', checkout_id));
    const { attempt } = checkout ?? {};
    if (!checkout || !attempt) throw new Error('no attempt');
    const place = callPlace(checkout);
    const asked = handlerAttempt(checkout, attempt);
    expect((await there.ok('cancel_checkout', { checkout_id })).data.status).toBe('canceled');
    const approve = { type: 'token', token: 'tok_approve' };
    for (const { app } of [one, other])
      expect(await app.portal.gateway.authorize(asked, place, approve, async (outcome) => outcome)).toEqual({
        state: 'declined',
        reason: 'the payment was voided',
      });
  });
});

async function ready(by: Shopper) {
  const { data } = await by.ok('get_cart', {});
  const checkout_id: string = data.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  const chosen = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  return { checkout_id, total: totalOf(chosen.data) };
}
