import { afterEach, describe, expect, test } from 'vitest';
import type { PaymentOutcome } from '../../src/ports.js';
import { PAID } from '../support/controlled-handler.js';
import { MINUTE, PaymentShop, SOLD, TAKEN, UNTOUCHED } from '../support/payment-shop.js';
import { DECLINED } from '../support/scripted-handler.js';
import { NOON } from '../support/still-clock.js';
import { openSurface } from '../support/surfaces.js';

let shop: PaymentShop;
afterEach(() => shop.close());

const BANK = 'https://bank.example/confirm?payment=1';
const DAY = 24 * 60 * MINUTE;

const action = (expires_at: number): PaymentOutcome => ({
  state: 'action_required',
  action: { type: 'redirect', url: BANK },
  expires_at,
});

/** Begins a payment that waits for the buyer for this many minutes. */
async function waiting(minutes = 10): Promise<void> {
  shop = await PaymentShop.open();
  const authorization = await shop.begin();
  const outcome = action(shop.clock.now() + minutes * MINUTE);
  shop.handler.known = outcome;
  authorization.answer(outcome);
  await shop.written();
}

const read = async () => (await shop.by.ok('get_checkout', { checkout_id: shop.checkout_id })).data;

describe('a payment that the buyer must confirm', () => {
  test('leads the buyer to the page, and from there to the bank', async () => {
    await waiting();
    const { status, messages, continue_url } = await read();
    expect(status).toBe('complete_in_progress');
    expect(messages).toMatchObject([
      {
        type: 'error',
        code: 'payment_action_required',
        severity: 'requires_buyer_input',
        content: expect.stringContaining(new Date(shop.clock.now() + 10 * MINUTE).toISOString()),
      },
    ]);
    const page = await fetch(continue_url).then((response) => response.text());
    expect(page).toContain(`href="${BANK}"`);
    expect(await shop.books()).toEqual(TAKEN);
  });

  test('tells an agent over MCP to lead the buyer there', async () => {
    await waiting();
    const { url, database, demo } = await shop.another();
    const surface = await openSurface('mcp 2.x http', { url, database, key: demo.deployment_key });
    const { body } = await surface.call('complete_checkout', { checkout_id: shop.checkout_id, expected_total: 0 });
    await surface.close();
    expect(body.data).toMatchObject({
      status: 'complete_in_progress',
      continue_url: expect.stringContaining('/checkout/'),
      messages: [{ code: 'payment_action_required', content: expect.stringContaining('open continue_url') }],
    });
  });

  test('is returned at once to another call, and not begun again', async () => {
    await waiting();
    const { json } = await shop.complete();
    expect(json.data.messages).toMatchObject([{ code: 'payment_action_required' }]);
    expect(shop.handler.calls.filter((call) => call === 'authorize')).toHaveLength(1);
  });

  test('becomes an order without the browser coming back', async () => {
    await waiting();
    shop.handler.known = PAID;
    await shop.maintenance();
    expect(await shop.books()).toEqual(SOLD);
  });

  test('becomes one order if the browser and maintenance notice at the same time', async () => {
    await waiting();
    const { continue_url } = await read();
    shop.handler.known = PAID;
    await Promise.all([shop.maintenance(), fetch(continue_url), shop.complete()]);
    expect(await shop.books()).toEqual(SOLD);
  });

  test('reopens the cart if the confirmation fails', async () => {
    await waiting();
    shop.handler.known = DECLINED;
    expect(await shop.status()).toBe('ready_for_complete');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test('stays open until the action expires, and is then voided', async () => {
    await waiting(30);
    shop.clock.advance(29 * MINUTE);
    expect(await shop.status()).toBe('complete_in_progress');
    shop.clock.advance(MINUTE);
    expect(await shop.status()).toBe('ready_for_complete');
    expect(shop.handler.calls).toContain('void');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test.each([
    ['does not respond', () => Promise.reject(new Error('the provider is down'))],
    ['does not know it yet', async () => ({ state: 'unknown' }) as const],
  ])('still leads the buyer to the bank while the provider %s', async (_name, status) => {
    await waiting();
    Object.assign(shop.handler, { status });
    expect((await read()).messages).toMatchObject([{ code: 'payment_action_required' }]);
    const page = await fetch((await read()).continue_url).then((response) => response.text());
    expect(page).toContain(`href="${BANK}"`);
    shop.clock.advance(10 * MINUTE);
    expect(await shop.status()).toBe('ready_for_complete');
  });

  test('is voided by a cancellation, and no later confirmation becomes an order', async () => {
    await waiting();
    expect(await shop.cancel()).toBe('canceled');
    shop.handler.known = PAID;
    await shop.maintenance();
    expect(await shop.status()).toBe('canceled');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});

test('a decline that arrives after its call has ended leaves a warning', async () => {
  shop = await PaymentShop.open();
  const authorization = await shop.begin();
  authorization.answer(DECLINED);
  await shop.written();
  expect((await read()).messages).toMatchObject([{ type: 'warning', code: 'payment_failed' }]);
});

describe('a payment whose outcome takes days', () => {
  test.each([
    [
      'from the start',
      async (outcome: PaymentOutcome) => {
        shop = await PaymentShop.open();
        (await shop.begin()).answer(outcome);
        await shop.written();
        shop.handler.known = { state: 'pending' };
      },
    ],
    [
      'after the buyer confirmed it',
      async (outcome: PaymentOutcome) => {
        await waiting();
        shop.handler.known = outcome;
        expect((await read()).messages).toEqual([]);
      },
    ],
  ])('stays open as long as the handler says, %s', async (_name, begin) => {
    const until = NOON + 3 * DAY;
    await begin({ state: 'pending', until });
    shop.clock.advance(2 * DAY);
    expect(await shop.status()).toBe('complete_in_progress');
    shop.clock.advance(DAY);
    shop.handler.known = { state: 'pending' };
    expect(await shop.status()).toBe('ready_for_complete');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});
