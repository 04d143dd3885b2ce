import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import type { PaymentHandler, RefundOutcome } from '../../src/ports.js';
import { type Shopper, shopper } from '../actors/shopper.js';
import { addDiscounts, anotherKey } from '../support/tenants.js';
import { INVOICE, PAYMENT, ready } from './bodies.js';
import { call, OTHER_PROFILE, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** Outcome of refunds by the card handler, set by the test. */
const card: { refunds: RefundOutcome } = { refunds: { state: 'completed' } };
const sandbox: PaymentHandler = { ...makeSandboxCard(), refund: async () => card.refunds };
const ON_ACCOUNT = { payment: { instruments: [INVOICE] } };
const FREE = { code: 'ALL', value_ppm: 1_000_000 };

describe('an order over REST', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    let merchant: Shopper;
    beforeAll(async () => {
      shop = await ucpPortal(version, {}, { handlers: [invoice, sandbox] });
      const { key } = await anotherKey(shop.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
      merchant = shopper(shop.portal, { key });
      shop.connector.serve(OTHER_PROFILE, platformProfile(version));
      await addDiscounts(shop.portal, shop.portal.demo.shop_id, [FREE]);
    });
    afterAll(() => shop.portal.close());

    const send = async (method: string, path: string, body?: unknown, as: { key?: string; profile?: string } = {}) => {
      const { status, json } = await call(shop, version, method, path, { key: shop.key, body, ...as });
      return { status, json };
    };
    const read = async (id: string) => (await send('GET', `/orders/${id}`)).json;
    /** Buys three mugs for pickup. */
    const bought = async (
      as: { key?: string } = { key: shop.key },
      content: object = {},
      payment: object = PAYMENT,
    ) => {
      const { json } = await call(shop, version, 'POST', '/checkout-sessions', {
        ...as,
        body: { ...ready(3), attribution: { campaign: 'spring' }, ...content },
      });
      const paid = await call(shop, version, 'POST', `/checkout-sessions/${json.id}/complete`, {
        ...as,
        body: payment,
      });
      return { id: paid.json.order.id, line: json.line_items[0].id, total: json.totals.at(-1).amount };
    };
    const units = (id: string, quantity: number) => ({ line_items: [{ id, quantity }] });

    test('returns the purchase as shown at checkout', async () => {
      const { id, line, total } = await bought();
      const order = await read(id);
      expect(order.ucp).toEqual({
        version,
        status: 'success',
        capabilities: { 'dev.ucp.shopping.order': [{ version }] },
      });
      expect(order).toMatchObject({
        id,
        currency: 'USD',
        attribution: { campaign: 'spring' },
        line_items: [{ id: line, quantity: { original: 3, total: 3, fulfilled: 0 }, status: 'processing' }],
        fulfillment: { expectations: [{ method_type: 'pickup', ...units(line, 3) }], events: [] },
      });
      const [{ fulfillable_on, description }] = order.fulfillment.expectations;
      const zone = { timeZone: 'America/Los_Angeles', dateStyle: 'long' } as const;
      const day = new Date(fulfillable_on).toLocaleDateString('en-US', zone);
      expect(description).toMatch(new RegExp(`^Expected by ${day} \\(Pacific Time\\)\\. `));
      expect(order.totals.at(-1)).toEqual({ type: 'total', amount: total });
      expect(order.permalink_url).toMatch(/^http.*\/order/);
      for (const member of ['adjustments', 'buyer', 'payment', 'status']) expect(order).not.toHaveProperty(member);
    });

    test('shows shipped, canceled and returned units', async () => {
      const { id: order_id, line, total } = await bought();
      await merchant.ok('cancel_order', { order_id, ...units(line, 1) });
      const canceled = await read(order_id);
      expect(canceled.line_items[0]).toMatchObject({ quantity: { original: 3, total: 2, fulfilled: 0 } });
      expect(canceled.fulfillment.expectations).toMatchObject([units(line, 2)]);
      const [cancellation] = canceled.adjustments;
      expect(cancellation).toMatchObject({ type: 'cancellation', ...units(line, -1) });
      expect(cancellation.totals[0].amount).toBeLessThan(0);

      await merchant.ok('record_fulfillment_event', { order_id, type: 'picked_up', ...units(line, 1) });
      expect((await read(order_id)).line_items[0]).toMatchObject({ status: 'partial', quantity: { fulfilled: 1 } });
      await merchant.ok('record_fulfillment_event', { order_id, type: 'picked_up', ...units(line, 1) });
      await merchant.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
      await merchant.ok('adjust_order', { order_id, type: 'return', ...units(line, 2) });
      const end = await read(order_id);
      expect(end.line_items[0]).toMatchObject({ status: 'fulfilled', quantity: { total: 2, fulfilled: 2 } });
      expect(end.fulfillment.events).toHaveLength(2);
      expect(end.adjustments.map(({ type }: { type: string }) => type)).toEqual(['cancellation', 'refund', 'return']);
      const given = end.adjustments.flatMap(({ totals = [] }: { totals?: { amount: number }[] }) => totals);
      expect(given.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(-total);
      expect(end.totals.at(-1).amount).toBe(total);
    });

    const BOUGHT = [
      { name: 'paid', type: 'refund', gives: true },
      { name: 'not paid yet', payment: ON_ACCOUNT, type: 'cancellation', gives: false },
      { name: 'free', content: { discounts: { codes: [FREE.code] } }, type: 'cancellation', gives: false },
    ];
    test.each(BOUGHT)(
      'shows no units left and no promise for a canceled order that is $name, and lists canceled units',
      async (one) => {
        const { id: order_id, line, total } = await bought(undefined, one.content, one.payment);
        await merchant.ok('cancel_order', { order_id });
        const order = await read(order_id);
        expect(order.line_items[0]).toMatchObject({ status: 'removed', quantity: { original: 3, total: 0 } });
        expect(order.fulfillment.expectations).toEqual([]);
        const { type, gives } = one;
        expect(order.adjustments).toMatchObject([{ type, status: 'completed', ...units(line, -3) }]);
        expect(order.adjustments[0].totals).toEqual(gives ? [{ type: 'total', amount: -total }] : undefined);
      },
    );

    test('states the amount no longer due for canceled units of an unpaid order', async () => {
      const { id: order_id, line, total } = await bought(undefined, {}, ON_ACCOUNT);
      const why = { reason: 'Sold out', visible: true };
      await merchant.ok('cancel_order', { order_id, ...units(line, 1), ...why });
      expect((await read(order_id)).line_items[0]).toMatchObject({ status: 'processing', quantity: { total: 2 } });
      await merchant.ok('cancel_order', { order_id });
      const { adjustments } = await read(order_id);
      expect(adjustments).toMatchObject([units(line, -1), units(line, -2)]);
      for (const adjustment of adjustments) expect(adjustment).not.toHaveProperty('totals');
      const described = adjustments.map(({ description }: { description: string }) => description);
      expect(described[0]).toMatch(/^\$\d+\.\d\d no longer to be paid: Sold out$/);
      expect(described[1]).toMatch(/^\$\d+\.\d\d no longer to be paid$/);
      const owed = described.map((text: string) => Math.round(Number(/\d+\.\d\d/.exec(text)?.[0]) * 100));
      expect(owed[0] + owed[1]).toBe(total);
    });

    test('keeps units canceled when their refund failed, and reports the failure separately', async () => {
      const { id: order_id, line } = await bought();
      card.refunds = { state: 'failed', reason: 'expired card' };
      const { data } = await merchant.ok('cancel_order', { order_id, ...units(line, 1) });
      card.refunds = { state: 'completed' };
      const [{ id, amount }] = data.adjustments;
      const order = await read(order_id);
      const [canceled, refund] = order.adjustments;
      expect(canceled).toMatchObject({ id, type: 'cancellation', status: 'completed', ...units(line, -1) });
      expect(canceled).not.toHaveProperty('totals');
      expect(refund).toMatchObject({ type: 'refund', status: 'failed', totals: [{ type: 'total', amount: -amount }] });
      expect(refund).not.toHaveProperty('line_items');
      expect(refund.id).not.toBe(id);
      expect((await read(order_id)).adjustments).toEqual([canceled, refund]);
      expect(order.line_items[0].quantity).toMatchObject({ original: 3, total: 2 });
    });

    test("shows the merchant's notes only where the buyer may read them", async () => {
      const { id: order_id, line } = await bought();
      await merchant.ok('hold_order', { order_id, reason: 'Hidden hold', note: 'Hidden note' });
      expect((await read(order_id)).messages).toEqual([{ type: 'info', content: 'The order is on hold.' }]);
      await merchant.ok('release_order', { order_id });
      card.refunds = { state: 'failed', reason: 'hidden answer of the bank' };
      await merchant.ok('adjust_order', { order_id, type: 'refund', amount: 100, reason: 'Hidden refund' });
      card.refunds = { state: 'completed' };
      await merchant.ok('cancel_order', { order_id, ...units(line, 1), reason: 'Hidden units' });
      await merchant.ok('adjust_order', { order_id, type: 'refund', amount: 100, reason: 'Sorry', visible: true });
      await merchant.ok('cancel_order', { order_id, reason: 'Hidden end' });
      const order = await read(order_id);
      expect(JSON.stringify(order)).not.toMatch(/hidden/i);
      const described = order.adjustments.map(({ description }: { description?: string }) => description);
      expect(described).toEqual([undefined, undefined, 'Sorry', undefined]);
      const said = order.messages.map(({ content }: { content: string }) => content);
      expect(said).toEqual(['The order is canceled.', 'A refund of $1.00 failed.']);
    });

    test('shows the order only to the platform that placed it and proves its identity', async () => {
      const { id } = await bought();
      const claimed = await bought({});
      const code = async (of: string, as: object) => {
        const { status, json } = await call(shop, version, 'GET', `/orders/${of}`, as);
        return [status, json.messages[0].code];
      };
      expect(await code(id, {})).toEqual([200, 'unauthorized']);
      expect(await code(claimed.id, {})).toEqual([200, 'unauthorized']);
      expect(await code(claimed.id, { key: shop.key })).toEqual([200, 'not_found']);
      const key = await platformKey(shop.portal, [OTHER_PROFILE]);
      expect(await code(id, { key, profile: OTHER_PROFILE })).toEqual([200, 'not_found']);
      expect(await code('ord_nothing', { key: shop.key })).toEqual([200, 'not_found']);
    });
  });
});
