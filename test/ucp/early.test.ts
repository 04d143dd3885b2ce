import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mugs, PICKUP } from './bodies.js';
import { handler, VERSION } from './early-contract.js';
import { ADDRESS, call, platformProfile, type UcpPortal, ucpPortal } from './platform.js';

const CARD = {
  id: 'card-1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};
const LINES = mugs(2);
const BUYER = { email: 'ada@example.com', full_name: 'Ada Park', consent: { marketing: false } };
const READY = { line_items: LINES, buyer: BUYER, fulfillment: PICKUP, discounts: { codes: ['WELCOME10'] } };

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION, { host: 'shop.example.com' });
});
afterAll(() => shop.portal.close());

const send = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await call(shop, VERSION, method, path, { key: shop.key, body });
  return { status, json };
};
const create = async (body: object = READY) => (await send('POST', '/checkout-sessions', body)).json;

describe('2026-01-11', () => {
  test('completes a purchase', async () => {
    const created = await send('POST', '/checkout-sessions', { line_items: LINES });
    expect([created.status, created.json.status]).toEqual([201, 'incomplete']);
    expect(created.json.messages).toContainEqual(expect.objectContaining({ code: 'missing', severity: 'recoverable' }));
    const path = `/checkout-sessions/${created.json.id}`;
    const { credential: _credential, ...shown } = CARD;
    const payment = { instruments: [CARD], selected_instrument_id: CARD.id };
    const ready = await send('PUT', path, { ...READY, line_items: created.json.line_items, payment });
    expect(ready.json).toMatchObject({ status: 'ready_for_complete', buyer: BUYER });
    expect(ready.json.payment).toMatchObject({ instruments: [shown], selected_instrument_id: CARD.id });
    const amounts = Object.fromEntries(
      ready.json.totals.map((one: { type: string; amount: number }) => [one.type, one.amount]),
    );
    const { subtotal, items_discount = 0, discount = 0, fulfillment, tax = 0, total } = amounts;
    expect(items_discount + discount).toBeGreaterThan(0);
    expect(subtotal - items_discount - discount + fulfillment + tax).toBe(total);
    expect((await send('GET', path)).json).toEqual(ready.json);
    const paid = await send('POST', `${path}/complete`, { payment_data: CARD, risk_signals: {} });
    expect([paid.status, paid.json.status]).toEqual([200, 'completed']);
    expect(JSON.stringify(paid.json.payment.instruments)).not.toContain('tok_');
  });

  test('returns a decline as an outcome, and a conflict for a closed checkout', async () => {
    const { id } = await create();
    const path = `/checkout-sessions/${id}`;
    const declined = await send('POST', `${path}/complete`, {
      payment_data: { ...CARD, credential: { type: 'token', token: 'tok_decline' } },
    });
    expect([declined.status, declined.json.messages[0].code]).toEqual([200, 'payment_declined']);
    expect((await send('POST', `${path}/cancel`)).json.status).toBe('canceled');
    for (const [method, below, body] of [
      ['PUT', '', READY],
      ['POST', '/complete', { payment_data: CARD }],
    ] as const) {
      const late = await send(method, `${path}${below}`, body);
      expect([late.status, late.json.code]).toEqual([409, 'checkout_closed']);
    }
  });

  test.each([
    [
      'an item that is not sold',
      'POST',
      '',
      { line_items: [{ item: { id: 'none' }, quantity: 1 }] },
      400,
      'item_not_found',
    ],
    ['line items that are not a list', 'POST', '', { line_items: 1 }, 400, 'invalid_request'],
    ['an unknown id', 'GET', '/chk_none', undefined, 404, 'checkout_not_found'],
  ] as const)("returns the status of the portal's own API for %s", async (_name, method, below, body, status, code) => {
    const refused = await send(method, `/checkout-sessions${below}`, body);
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  });

  test('does not complete an unfinished checkout', async () => {
    const { id } = await create({ line_items: LINES });
    const tried = await send('POST', `/checkout-sessions/${id}/complete`, { payment_data: CARD });
    expect([tried.status, tried.json.status]).toEqual([200, 'incomplete']);
  });

  test('ships to an address', async () => {
    const destinations = [{ id: 'home', ...ADDRESS }];
    const shipped = await create({ ...READY, fulfillment: { methods: [{ type: 'shipping', destinations }] } });
    const [method] = shipped.fulfillment.methods;
    expect(method).toMatchObject({
      selected_destination_id: 'home',
      destinations: [{ street_address: ADDRESS.street_address }],
    });
  });

  test('offers only its own operations, and a profile in its own format', async () => {
    for (const path of ['/carts', '/catalog/search', '/mcp']) {
      const { status, json } = await call(shop, VERSION, 'POST', path, { key: shop.key, body: {} });
      expect([status, json.code]).toEqual([404, 'not_found']);
    }
    // The platform receives order events but cannot read orders.
    const read = await call(shop, VERSION, 'GET', '/orders/ord_none', { key: shop.key });
    expect([read.status, read.json.code]).toEqual([404, 'not_found']);
    const { json } = await shop.portal.request('GET', `/.well-known/ucp/${VERSION}`, { key: null });
    const profile = z.object({
      ucp: z.strictObject({
        version: z.literal(VERSION),
        services: z.strictObject({
          'dev.ucp.shopping': z.strictObject({
            version: z.literal(VERSION),
            spec: z.url(),
            rest: z.strictObject({ schema: z.url(), endpoint: z.literal(`https://shop.example.com/ucp/${VERSION}`) }),
          }),
        }),
        capabilities: z.array(
          z.looseObject({ name: z.string(), version: z.literal(VERSION), spec: z.url(), schema: z.url() }),
        ),
      }),
      payment: z.strictObject({ handlers: z.array(handler) }),
    });
    expect(profile.safeParse(json).error?.issues).toBeUndefined();
    const names = json.ucp.capabilities.map(({ name }: { name: string }) => name);
    expect([names.includes('dev.ucp.shopping.cart'), names.includes('dev.ucp.shopping.order')]).toEqual([false, true]);
  });

  test('returns the same totals and lines for a checkout as the other versions', async () => {
    const bare = ({ totals: all, line_items }: Answered) => ({
      totals: all.map(({ type, amount: of }) => [type, Math.abs(of)]),
      lines: line_items.map(({ item, quantity }) => [item.id, quantity]),
    });
    const early = bare(await create());
    for (const version of ['2026-04-08', '2026-08-25']) {
      const profile = `https://agent.example/${version}.json`;
      shop.connector.serve(profile, platformProfile(version));
      const body = { ...READY, buyer: { email: BUYER.email } };
      expect(bare((await call(shop, version, 'POST', '/checkout-sessions', { profile, body })).json)).toEqual(early);
    }
  });
});

interface Answered {
  readonly totals: readonly { readonly type: string; readonly amount: number }[];
  readonly line_items: readonly { readonly item: { readonly id: string }; readonly quantity: number }[];
}
