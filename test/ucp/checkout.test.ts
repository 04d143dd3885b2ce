import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mugs, PAYMENT, PICKUP, wanted } from './bodies.js';
import { ADDRESS, CARD, call, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

const BUYER = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Park' };

describe('a checkout over REST', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    beforeAll(async () => {
      shop = await ucpPortal(version);
    });
    afterAll(() => shop.portal.close());

    const send = async (method: string, path: string, body?: unknown) => {
      const { status, json } = await call(shop, version, method, path, { key: shop.key, body });
      return { status, json };
    };
    const create = async (body: object = { line_items: mugs(2) }) => send('POST', '/checkout-sessions', body);

    test('names the limit when a line has too many units, and changes nothing', async () => {
      const { id, line_items } = (await create()).json;
      const lines = [{ ...wanted(line_items)[0], quantity: 10_000 }];
      const { status, json } = await send('PUT', `/checkout-sessions/${id}`, { line_items: lines });
      expect(status).toBe(200);
      expect(json.messages).toContainEqual({
        ...{ type: 'error', code: 'limit_exceeded', severity: 'recoverable' },
        ...{ content: 'one line holds at most 9999 units', path: '$.line_items[0].quantity' },
      });
      expect(json.line_items[0].quantity).toBe(2);
    });

    test('fills and completes a checkout, which is then final', async () => {
      const created = await create();
      expect(created.status).toBe(201);
      expect(created.json.status).toBe('incomplete');
      const { id, line_items } = created.json;
      const path = `/checkout-sessions/${id}`;
      const lines = wanted(line_items);
      const filled = await send('PUT', path, {
        line_items: lines,
        buyer: BUYER,
        discounts: { codes: ['welcome10', 'nonsense'] },
        fulfillment: { methods: [{ type: 'shipping', line_item_ids: [line_items[0].id], destinations: [ADDRESS] }] },
      });
      expect(filled.json.fulfillment.methods[0].selected_destination_id).toBe('dest_1');
      expect(filled.json.messages.map(({ code }: { code: string }) => code)).toEqual([
        'field_required',
        'discount_code_invalid',
      ]);
      const method = filled.json.fulfillment.methods[0];
      for (const { description } of method.groups[0].options)
        expect(description.plain ?? description).toMatch(/^\w{3}, \w{3} \d+.* \(Pacific Time\)\. /);
      const ready = await send('PUT', path, {
        line_items: lines,
        buyer: BUYER,
        discounts: { codes: ['WELCOME10'] },
        fulfillment: {
          methods: [{ ...method, groups: [{ id: method.groups[0].id, selected_option_id: 'express' }] }],
        },
      });
      expect(ready.json.status).toBe('ready_for_complete');
      expect(ready.json.continue_url).toMatch(/\/checkout\//);
      const total = ready.json.totals.at(-1);
      const parts = ready.json.totals.slice(0, -1);
      expect(parts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(total.amount);

      const paid = await send('POST', `${path}/complete`, PAYMENT);
      expect(paid.json).toMatchObject({ status: 'completed', order: { id: expect.stringMatching(/^ord_/) } });
      expect(JSON.stringify(paid.json.payment)).not.toMatch(/tok_approve|credential/);
      expect(paid.json.continue_url).toBeUndefined();

      const late = await send('PUT', path, { line_items: [] });
      expect(late.json).toMatchObject({ status: 'completed', messages: [{ code: 'checkout_closed' }] });
      expect((await send('POST', `${path}/cancel`)).json.status).toBe('completed');
      const read = await send('GET', path);
      expect({ ...read.json, messages: [] }).toEqual({ ...paid.json, messages: [] });
    });

    test('leaves the checkout open after a decline, and accepts another instrument', async () => {
      const { json } = await create({
        line_items: mugs(),
        buyer: BUYER,
        fulfillment: PICKUP,
      });
      expect(json.status).toBe('ready_for_complete');
      expect(json.fulfillment.methods[0]).toMatchObject({
        type: 'pickup',
        selected_destination_id: 'pickup-portland',
        groups: [{ selected_option_id: 'pickup-portland' }],
      });
      const declined = { ...CARD, credential: { type: 'token', token: 'tok_decline' } };
      const path = `/checkout-sessions/${json.id}/complete`;
      const failed = await send('POST', path, { payment: { instruments: [declined] } });
      expect(failed.status).toBe(200);
      expect(failed.json).toMatchObject({
        status: 'incomplete',
        messages: [{ code: 'payment_failed', severity: 'recoverable', path: '$.payment.instruments[0]' }],
        payment: { instruments: [{ id: 'card-1' }] },
      });
      const paid = await send('POST', path, PAYMENT);
      expect(paid.json.status).toBe('completed');
    });

    test('switches from pickup to shipping, and ignores a pickup location sent with it', async () => {
      const { json } = await create({
        line_items: mugs(),
        fulfillment: PICKUP,
      });
      const lines = wanted(json.line_items);
      const put = (groups: object[]) =>
        send('PUT', `/checkout-sessions/${json.id}`, {
          line_items: lines,
          fulfillment: { methods: [{ type: 'shipping', line_item_ids: [], destinations: [ADDRESS], groups }] },
        });
      const { json: shipped } = await put([{ id: 'group_pickup', selected_option_id: 'pickup-portland' }]);
      expect(shipped.fulfillment.methods[0]).toMatchObject({
        type: 'shipping',
        groups: [{ selected_option_id: null }],
      });
      const { json: refused } = await put([{ id: 'group_shipping', selected_option_id: 'pickup-portland' }]);
      expect(refused.messages.at(-1)).toMatchObject({
        code: 'fulfillment_option_unknown',
        path: '$.fulfillment.methods[0].groups[0].selected_option_id',
      });
    });

    test('cancels once, and changes nothing for a second cancel', async () => {
      const { json } = await create();
      const path = `/checkout-sessions/${json.id}/cancel`;
      expect((await send('POST', path)).json.status).toBe('canceled');
      expect((await send('POST', path)).json.status).toBe('canceled');
    });

    test('returns a message for an item that is not sold, and creates and changes nothing', async () => {
      const none = await create({ line_items: [{ item: { id: 'no-such-item' }, quantity: 1 }] });
      expect(none.status).toBe(200);
      expect(none.json.messages).toMatchObject([
        { type: 'error', code: 'not_found', severity: 'unrecoverable', path: '$.line_items[0].item.id' },
      ]);
      const { json } = await create();
      const after = await send('PUT', `/checkout-sessions/${json.id}`, {
        line_items: [{ item: { id: 'no-such-item' }, quantity: 1 }],
      });
      expect(after.json.line_items).toEqual(json.line_items);
      expect(after.json.messages.at(-1)).toMatchObject({ code: 'not_found', severity: 'recoverable' });
    });

    test('returns not found for an absent checkout', async () => {
      const { status, json } = await send('GET', '/checkout-sessions/chk_none');
      expect(status).toBe(200);
      expect(json).toMatchObject({ ucp: { version, status: 'error' }, messages: [{ code: 'not_found' }] });
    });

    test('clears omitted members', async () => {
      const { json } = await create({
        line_items: mugs(),
        buyer: BUYER,
        discounts: { codes: ['WELCOME10'] },
        fulfillment: { methods: [{ type: 'shipping', destinations: [{ id: 'home', ...ADDRESS }] }] },
      });
      expect(json.fulfillment.methods[0].selected_destination_id).toBe('home');
      const { json: after } = await send('PUT', `/checkout-sessions/${json.id}`, {
        line_items: wanted(json.line_items),
      });
      expect(after.buyer?.email).toBeUndefined();
      expect(after.discounts.codes).toEqual([]);
      expect(after.fulfillment.methods[0].destinations).toEqual([]);
      expect(after.line_items[0].id).toBe(json.line_items[0].id);
    });
  });
});
