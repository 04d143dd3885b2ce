import { describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { endDispute, openDispute } from '../support/stripe/disputes.js';
import { endAction } from '../support/stripe/intents.js';
import { ACCOUNT, EventShop } from './payment-events/event-shop.js';

const DAY = 24 * 60 * 60 * 1000;

/** A shop's own account. */
const OWN = { ...ACCOUNT, webhook_secret: 'whsec_own' };

describe('an event of Stripe', () => {
  test('places the order of a buyer who confirmed and closed the window', async () => {
    const shop = await EventShop.open();
    const { checkout } = await shop.pay('pm_card_authenticationRequired');
    expect(checkout.status).toBe('complete_in_progress');
    endAction(shop.standIn.state, shop.intent(), true);
    await shop.deliver('payment_intent.succeeded');
    const { order } = await shop.by.ok('get_checkout', { checkout_id: checkout.id });
    expect(await shop.read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('records a refund made at Stripe once, however often and in which order events arrive', async () => {
    const shop = await EventShop.open();
    const { id, total } = await shop.order();
    shop.refundAtStripe(500);
    shop.refundAtStripe(200);
    const [first, second] = shop.standIn.state.events.filter(({ type }) => type === 'refund.created');
    for (const event of [second, first, second, shop.event('payment_intent.succeeded')])
      expect((await shop.send(required(event, 'an event'))).status).toBe(204);
    await shop.asked();
    const { payment, payment_status, adjustments } = await shop.read(id);
    expect([payment_status, payment.amount_paid, payment.amount_refunded]).toEqual(['partially_refunded', total, 700]);
    expect(adjustments).toMatchObject([{ type: 'refund', status: 'completed', external: true, amount: 700 }]);
    expect(await shop.actions(id)).toEqual(['order.placed', 'order.refund_completed']);
  });

  test('records a capture made at Stripe, and that the rest was released', async () => {
    const shop = await EventShop.open('on_shipment');
    const { id } = await shop.order();
    shop.captureAtStripe(700);
    await shop.deliver('charge.captured');
    const { payment, payment_status } = await shop.read(id);
    expect([payment_status, payment.amount_paid]).toEqual(['paid', 700]);
    expect(payment.captures).toMatchObject([{ amount: 700, external: true, final: true }]);
    expect(await shop.actions(id)).toEqual(['order.placed', 'order.capture_completed']);
  });

  test('records a dispute from its opening to its end', async () => {
    const shop = await EventShop.open();
    const { id, total } = await shop.order();
    const dispute = openDispute(shop.standIn.state, shop.intent().id, total);
    await shop.deliver('charge.dispute.created');
    const { payment, payment_status } = await shop.read(id);
    expect(payment_status).toBe('disputed');
    expect(payment.disputes).toMatchObject([{ id: dispute.id, state: 'open', amount: total, reason: 'fraudulent' }]);
    expect(Date.parse(payment.disputes[0].evidence_due)).toBe((dispute.evidence_details.due_by ?? 0) * 1000);
    shop.clock.advance(5 * DAY);
    await shop.maintenance();
    endDispute(shop.standIn.state, dispute, 'won');
    await shop.deliver('charge.dispute.closed');
    expect(await shop.read(id)).toMatchObject({ payment_status: 'paid', payment: { disputes: [{ state: 'won' }] } });
    expect(await shop.actions(id)).toEqual([
      'order.placed',
      'order.dispute_opened',
      'order.dispute_evidence_due',
      'order.dispute_won',
    ]);
  });

  test('is asked about once more, if others arrive while Stripe is being asked', async () => {
    const shop = await EventShop.open();
    const { id } = await shop.order();
    shop.refundAtStripe(500);
    const path = `/${shop.intent().id}`;
    const questions = () => shop.standIn.requestsTo(path, 'GET').length;
    const before = questions();
    const held = shop.standIn.faults.hold(path);
    await shop.send(shop.event('refund.created'));
    await held.arrived;
    shop.clock.advance(1);
    shop.refundAtStripe(200);
    for (const type of ['refund.created', 'charge.refunded', 'payment_intent.succeeded'])
      expect((await shop.send(shop.event(type))).status).toBe(204);
    held.release();
    await shop.asked();
    expect((await shop.read(id)).payment.amount_refunded).toBe(700);
    expect(questions() - before).toBe(2);
  });

  test('is asked about again after a fault of Stripe, and nothing is lost', async () => {
    const shop = await EventShop.open();
    const { id } = await shop.order();
    shop.refundAtStripe(500);
    shop.standIn.faults.plan(shop.intent().id, 'error');
    expect((await shop.send(shop.event('refund.created'))).status).toBe(204);
    await expect.poll(() => shop.portal.logged.some((line) => line.includes('payment_fault'))).toBe(true);
    expect(await shop.due()).toHaveLength(1);
    await shop.maintenance();
    expect([await shop.due(), (await shop.read(id)).payment.amount_refunded]).toEqual([[], 500]);
  });

  test('counts when the process that stored it died before it asked Stripe', async () => {
    const shop = await EventShop.open();
    const { id } = await shop.order();
    shop.refundAtStripe(500);
    await shop.dieWith(shop.event('refund.created'));
    expect([await shop.due(), (await shop.read(id)).payment.amount_refunded]).toMatchObject([{ length: 1 }, 0]);
    await shop.maintenance();
    expect([await shop.due(), (await shop.read(id)).payment.amount_refunded]).toEqual([[], 500]);
  });
});

describe('an event that must change nothing', () => {
  /** An order with a refund at Stripe that the portal has not heard of. */
  async function refunded() {
    const shop = await EventShop.open();
    const { id } = await shop.order();
    shop.refundAtStripe(500);
    const before = shop.requests();
    const expectNothing = async () => {
      expect(await shop.due()).toEqual([]);
      expect([shop.requests(), (await shop.read(id)).payment.amount_refunded]).toEqual([before, 0]);
    };
    return { shop, event: shop.event('refund.created'), expectNothing };
  }

  test.each([
    ['is signed with another secret', { secret: 'whsec_other' }],
    ['was changed after it was signed', { body: '{"id":"evt_1","type":"refund.created"}' }],
  ])('is refused with 400 if it %s', async (_, sending) => {
    const { shop, event, expectNothing } = await refunded();
    const { status, json } = await shop.send(event, sending);
    expect([status, json.error]).toEqual([400, 'payment_event_invalid']);
    await expectNothing();
  });

  test('is refused with 400 if its signature is older than five minutes', async () => {
    const { shop, event, expectNothing } = await refunded();
    const sending = shop.send(event);
    shop.clock.advance(5 * 60_000 + 1_000);
    expect((await sending).status).toBe(400);
    await expectNothing();
  });

  test('is refused with 404 at other addresses, and at that of a shop without an account', async () => {
    const { shop, event, expectNothing } = await refunded();
    for (const path of ['other', 'stripe/shop_other', 'stripe/a/b', `stripe/${shop.portal.demo.shop_id}`]) {
      expect((await shop.send(event, { path: `/payment-events/${path}` })).status, path).toBe(404);
      await expectNothing();
    }
  });

  test('is accepted without effect at the address of another shop', async () => {
    const { shop, event, expectNothing } = await refunded();
    const path = await shop.setAccount(OWN, await shop.anotherShop());
    expect((await shop.send(event, { path, secret: OWN.webhook_secret })).status).toBe(204);
    await expectNothing();
  });

  test("is accepted without effect at the shop's address if the payment is of the operator's account", async () => {
    const { shop, event, expectNothing } = await refunded();
    const path = await shop.setAccount(OWN);
    expect((await shop.send(event, { path, secret: OWN.webhook_secret })).status).toBe(204);
    await expectNothing();
  });

  test('is refused with 413 if it is too large, and with 405 by another method', async () => {
    const { shop, event, expectNothing } = await refunded();
    expect((await shop.send(event, { body: ' '.repeat(2 ** 20 + 1) })).status).toBe(413);
    const { status, headers } = await shop.portal.request('GET', '/payment-events/stripe', { key: null });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    await expectNothing();
  });

  test('is accepted without asking Stripe if it was received before', async () => {
    const { shop, event } = await refunded();
    await shop.deliver('refund.created');
    const before = shop.requests();
    shop.refundAtStripe(100);
    expect((await shop.send(event)).status).toBe(204);
    expect([await shop.due(), shop.requests()]).toEqual([[], before]);
  });
});

describe("an event of a shop's own account", () => {
  /** An order paid through the account, with a refund at Stripe that the portal has not heard of. */
  async function refunded() {
    const shop = await EventShop.open();
    const path = await shop.setAccount(OWN);
    const { id } = await shop.order();
    shop.refundAtStripe(500);
    const event = shop.event('refund.created');
    const send = async (secret: string) => (await shop.send(event, { path, secret })).status;
    return { shop, id, event, send };
  }

  test('counts at the address of the shop, and not at that of the operator', async () => {
    const { shop, id, event, send } = await refunded();
    const before = shop.requests();
    expect((await shop.send(event)).status).toBe(204);
    expect([await shop.due(), shop.requests()]).toEqual([[], before]);
    expect(await send(OWN.webhook_secret)).toBe(204);
    await shop.asked();
    expect((await shop.read(id)).payment.amount_refunded).toBe(500);
  });

  test('may be signed with a replaced secret for a day', async () => {
    const { shop, send } = await refunded();
    await shop.setAccount({ webhook_secret: 'whsec_next' });
    await shop.setAccount({ secret_key: 'rk_test_next' });
    expect(await send(OWN.webhook_secret)).toBe(204);
    shop.clock.advance(DAY);
    expect([await send(OWN.webhook_secret), await send('whsec_next')]).toEqual([400, 204]);
  });

  test('must not be signed with a removed secret', async () => {
    const { shop, send } = await refunded();
    await shop.setAccount({ webhook_secret: null });
    expect(await send(OWN.webhook_secret)).toBe(400);
  });
});
