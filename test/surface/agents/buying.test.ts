import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { harmfulIn } from './harmful.js';
import { callTool, HOME, PAYMENT } from './scene.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

let buyers = 0;
/** An agent of a new buyer. */
function agent() {
  buyers += 1;
  const buyer = `buying-${buyers}`;
  return (name: string, args: object) => callTool(portal, buyer, name, args);
}

const MUGS = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }],
  buyer: { email: 'ada@example.com' },
  destination: HOME,
  selected_option_id: 'cheapest',
  payment: PAYMENT,
};
const CAPS: Readonly<Record<string, string>> = { max_total: 'max_total', expected_total: 'expected_total' };

test('answers a purchase in one call with the summary', async () => {
  const { ok, says } = await agent()('buy', { ...MUGS, max_total: 5_000 });
  expect(ok).toBe(true);
  const { data } = JSON.parse(says);
  expect(data).toMatchObject({ status: 'completed', line_items: [{ item_id: 'enamel-mug', quantity: 2 }] });
  expect(data.order.id).toMatch(/^ord_/);
});

test('is not taken for the lost response to complete_checkout without an id', async () => {
  const call = agent();
  const { data } = JSON.parse((await call('buy', { ...MUGS, max_total: 5_000 })).says);
  const { ok } = await call('complete_checkout', { expected_total: data.totals.total, payment: PAYMENT });
  expect(ok).toBe(false);
});

test.each<[string, object]>([
  ['flat members', { item_id: 'enamel-mug', qty: 2, email: 'ada@example.com', ...HOME, option: 'cheapest' }],
  ['JSON texts', { ...MUGS, line_items: JSON.stringify(MUGS.line_items), destination: JSON.stringify(HOME) }],
  ['empty members', { ...MUGS, expected_total: null, billing_address: null, discount_codes: '' }],
])('accepts %s', async (_name, args) => {
  expect(await agent()('buy', { payment: PAYMENT, max_total: 5_000, ...args })).toMatchObject({ ok: true });
});

describe('after a purchase that is rejected', () => {
  test('asks for a limit of the buyer, and suggests no harmful tool', async () => {
    const { error, says } = await agent()('buy', MUGS);
    expect(error).toBe('invalid_request');
    expect(says).toMatch(/^max_total: send either max_total or expected_total.*ask the buyer for a limit/);
    expect(harmfulIn(says, 'buy')).toEqual([]);
  });

  test.each(Object.keys(CAPS))('does not convert %s', async (member) => {
    const { error, says } = await agent()('buy', { ...MUGS, [member]: '$50.00' });
    expect(error).toBe('invalid_request');
    expect(says).toMatch(new RegExp(`^${member}: .*minor units: send 5000`));
  });

  test('asks for a key', async () => {
    const { error, says } = await agent()('buy', { ...MUGS, max_total: 5_000, idempotency_key: '' });
    expect(error).toBe('invalid_request');
    expect(says).toMatch(/^idempotency_key: is required; send a new one/);
    expect(harmfulIn(says, 'buy')).toEqual([]);
  });

  test.each([
    ['total_changed', { max_total: 10 }, 'Ask the buyer whether they agree to that total, then call buy again.'],
    [
      'checkout_not_ready',
      { max_total: 5_000, destination: { address_country: 'US', address_region: 'OR' } },
      'Correct that, then call buy again.',
    ],
    [
      'out_of_stock',
      { max_total: 50_000, line_items: [{ item: { id: 'copper-saucepan' }, quantity: 2 }] },
      'Correct that, then call buy again.',
    ],
  ])('%s asks for the call with other arguments, without a page', async (code, change, next) => {
    const { error, says } = await agent()('buy', { ...MUGS, ...change });
    expect(error).toBe(code);
    expect(says).toContain(` ${next} Nothing was kept, so the idempotency_key may stay.`);
    expect(harmfulIn(says, 'buy')).toEqual([]);
    expect(says).not.toMatch(/http|checkout_id/);
  });

  const DECLINED = { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_decline' } }] };
  test.each([
    ['payment_failed', { payment: DECLINED }],
    ['checkout_not_ready', { line_items: [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }] }],
  ])('%s names the kept checkout and its page', async (code, change) => {
    const call = agent();
    const { error, says } = await call('buy', { ...MUGS, max_total: 50_000, ...change });
    expect(error).toBe(code);
    expect(harmfulIn(says, 'buy')).toEqual([]);
    const [, checkout_id = ''] = /The checkout_id is "(chk_[0-9a-f-]+)"/.exec(says) ?? [];
    expect((await call('get_checkout', { checkout_id })).ok).toBe(true);
    const [link = '', ...others] = says.match(/http:\/\/\S+\/checkout\/[^\s,]+/g) ?? [];
    expect(others).toEqual([]);
    expect((await fetch(link)).status).toBe(200);
  });

  test.each([
    ['changed', 'set_buyer', { buyer: { email: 'eve@example.com' } }, 'Show the buyer the checkout as it is now.'],
    ['canceled', 'cancel_checkout', {}, 'If the buyer still wants it, call buy with another idempotency_key.'],
  ])('tells what to do when the kept checkout was %s', async (_what, operation, args, next) => {
    const call = agent();
    const bought = { ...MUGS, max_total: 5_000, idempotency_key: 'k' };
    const { says: kept } = await call('buy', { ...bought, payment: DECLINED });
    const [, checkout_id = ''] = /The checkout_id is "(chk_[0-9a-f-]+)"/.exec(kept) ?? [];
    expect((await call(operation, { checkout_id, ...args })).ok).toBe(true);
    const { says } = await call('buy', bought);
    expect(says).toContain(next);
    expect(says).toContain(checkout_id);
    expect(harmfulIn(says, 'buy')).toEqual([]);
  });

  test('shows how to pay, without the page of a checkout that is not stored', async () => {
    const call = agent();
    const { error, says } = await call('buy', { ...MUGS, max_total: 5_000, payment: undefined });
    expect(error).toBe('payment_instrument_invalid');
    expect(says).not.toContain('http');
    const [, payment = ''] = /Send payment as (\{.*?\}\]\}) or/.exec(says) ?? [];
    const paid = await call('buy', { ...MUGS, max_total: 5_000, payment: JSON.parse(payment) });
    expect(paid).toMatchObject({ ok: true });
  });

  test('suggests similar item ids', async () => {
    const line_items = [{ item: { id: 'enamel-mugs' }, quantity: 1 }];
    const { error, says } = await agent()('buy', { ...MUGS, line_items, max_total: 5_000 });
    expect(error).toBe('item_not_found');
    expect(says).toContain('Did you mean item id "enamel-mug"?');
  });
});
