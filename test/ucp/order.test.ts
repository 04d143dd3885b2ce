import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Shopper, shopper } from '../actors/shopper.js';
import { anotherKey } from '../support/tenants.js';
import { PAYMENT, ready } from './bodies.js';
import { call, OTHER_PROFILE, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

describe('an order over REST', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    let merchant: Shopper;
    beforeAll(async () => {
      shop = await ucpPortal(version);
      const { key } = await anotherKey(shop.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
      merchant = shopper(shop.portal, { key });
      shop.connector.serve(OTHER_PROFILE, platformProfile(version));
    });
    afterAll(() => shop.portal.close());

    const send = async (method: string, path: string, body?: unknown, as: { key?: string; profile?: string } = {}) => {
      const { status, json } = await call(shop, version, method, path, { key: shop.key, body, ...as });
      return { status, json };
    };
    const read = async (id: string) => (await send('GET', `/orders/${id}`)).json;
    /** Buys three mugs, to be picked up. */
    const bought = async (as: { key?: string } = { key: shop.key }) => {
      const { json } = await call(shop, version, 'POST', '/checkout-sessions', {
        ...as,
        body: {
          ...ready(3),
          attribution: { campaign: 'spring' },
        },
      });
      const paid = await call(shop, version, 'POST', `/checkout-sessions/${json.id}/complete`, {
        ...as,
        body: PAYMENT,
      });
      return { id: paid.json.order.id, line: json.line_items[0].id, total: json.totals.at(-1).amount };
    };
    const units = (id: string, quantity: number) => ({ line_items: [{ id, quantity }] });

    test('is the purchase, as it was promised', async () => {
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
      expect(order.totals.at(-1)).toEqual({ type: 'total', amount: total });
      expect(order.permalink_url).toMatch(/^http.*\/order/);
      for (const member of ['adjustments', 'buyer', 'payment', 'status']) expect(order).not.toHaveProperty(member);
    });

    test('shows what left the shop, what was canceled and what came back', async () => {
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

    test('that is canceled has no units left, and promises nothing', async () => {
      const { id: order_id } = await bought();
      await merchant.ok('cancel_order', { order_id });
      const order = await read(order_id);
      expect(order.line_items[0]).toMatchObject({ status: 'removed', quantity: { original: 3, total: 0 } });
      expect(order.fulfillment.expectations).toEqual([]);
    });

    test('is for the platform that placed it, and only when it proves who it is', async () => {
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
