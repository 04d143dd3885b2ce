import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD_HANDLER_ID, cardHandler } from '../support/card-handler.js';
import { changeSettings } from '../support/tenants.js';
import { mugs, ready } from './bodies.js';
import { CARD, call, PROFILE, platformProfile, type UcpPortal, ucpPortal } from './platform.js';

/** Additions of 2026-08-25: units of quantities, and card data. */

const LINES = mugs();
const READY = ready();

describe('a quantity', () => {
  const version = '2026-08-25';
  let shop: UcpPortal;
  beforeAll(async () => {
    shop = await ucpPortal(version);
    shop.connector.serve(`${PROFILE}?old`, platformProfile('2026-04-08'));
  });
  afterAll(() => shop.portal.close());

  const lineIn = (quantity_unit: unknown, more: object = {}) => ({
    ...more,
    item: { id: 'enamel-mug', quantity_unit },
    quantity: 3,
  });
  const send = (method: string, path: string, body: object) => call(shop, version, method, path, { body });

  test.each([
    ['pieces', { unit: 'C62', scale: 0, display_text: 'each' }],
    ['pieces without a scale', { unit: 'C62', display_text: 'pc' }],
  ])('reads a quantity in %s', async (_what, unit) => {
    const { json } = await send('POST', '/checkout-sessions', { line_items: [lineIn(unit)] });
    expect(json.line_items).toMatchObject([{ quantity: 3 }]);
  });

  test.each([
    ['kilograms', { unit: 'KGM', scale: 2, display_text: 'kg' }],
    ['dozens', { unit: 'DZN', display_text: 'dozen' }],
  ])('rejects a quantity in %s, and changes nothing', async (_what, unit) => {
    for (const resource of ['/checkout-sessions', '/carts']) {
      const none = await send('POST', resource, { line_items: [lineIn(unit)] });
      expect(none.json.messages).toMatchObject([{ code: 'quantity_unit_mismatch', severity: 'unrecoverable' }]);
      const { json } = await send('POST', resource, { line_items: LINES });
      const [{ id }] = json.line_items;
      const after = await send('PUT', `${resource}/${json.id}`, { line_items: [lineIn(unit, { id })] });
      expect([after.status, after.json.line_items]).toEqual([200, json.line_items]);
      expect(after.json.messages.at(-1)).toMatchObject({
        type: 'error',
        code: 'quantity_unit_mismatch',
        path: '$.line_items[0].item.quantity_unit',
        severity: 'recoverable',
      });
    }
  });

  test('rejects a unit of the wrong form, and ignores units in an earlier version', async () => {
    const { status, json } = await send('POST', '/carts', { line_items: [lineIn('kg')] });
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    const old = await call(shop, '2026-04-08', 'POST', '/carts', {
      profile: `${PROFILE}?old`,
      body: { line_items: [lineIn('kg')] },
    });
    expect(old.json.line_items).toMatchObject([{ quantity: 3 }]);
  });
});

describe('card data', () => {
  const NUMBER = '4242424242424242';
  const SENT = [
    ['2026-04-08', { type: 'card', card_number_type: 'fpan', number: NUMBER }],
    ['2026-04-08', { type: 'card', card_number_type: 'network_token', number: NUMBER, cryptogram: 'gXc5' }],
    ['2026-08-25', { type: 'card', card_number_type: 'fpan', number: NUMBER }],
    ['2026-08-25', { type: 'pan', number: NUMBER }],
    ['2026-08-25', { type: 'network_token', number: NUMBER, cryptogram: 'gXc5' }],
  ] as const;

  test.each(SENT)('reaches the handler in the same form from version %s: %o', async (version, credential) => {
    const handler = cardHandler();
    const shop = await ucpPortal(version, {}, { handlers: [handler] });
    try {
      await changeSettings(shop.portal, { payment_handlers: [CARD_HANDLER_ID] });
      const { json } = await call(shop, version, 'POST', '/checkout-sessions', { body: READY });
      const { display: _display, ...card } = CARD;
      const instruments = [{ ...card, handler_id: CARD_HANDLER_ID, credential }];
      const path = `/checkout-sessions/${json.id}/complete`;
      const paid = await call(shop, version, 'POST', path, { body: { payment: { instruments } } });
      expect(paid.json.status).toBe('completed');
      expect(JSON.stringify(paid.json)).not.toContain(NUMBER);
      const isToken = 'cryptogram' in credential;
      expect(handler.given).toMatchObject([
        { type: 'card', card_number_type: isToken ? 'network_token' : 'fpan', number: NUMBER },
      ]);
    } finally {
      await shop.portal.close();
    }
  });
});
