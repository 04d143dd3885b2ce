import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ready } from './bodies.js';
import { CARD, call, type UcpPortal, ucpPortal } from './platform.js';

/** A payment that the buyer confirms on a page that the platform shows (UCP, Payment Authentication). */

const VERSION = '2026-08-25';
const CHALLENGE = 'dev.ucp.payment.three_ds_challenge';
const PAYMENT = { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_confirm' } }] };

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION, { host: 'shop.example.com' });
});
afterAll(() => shop.portal.close());

const send = async (method: string, path: string, body?: unknown) =>
  (await call(shop, VERSION, method, path, { key: shop.key, body, headers: { 'idempotency-key': randomUUID() } })).json;
const open = (url: string) => shop.portal.request('GET', new URL(url).pathname, { key: null });

/** Pays a checkout with a card whose bank asks for a confirmation. */
async function challenged() {
  const { id } = await send('POST', '/checkout-sessions', ready());
  const path = `/checkout-sessions/${id}`;
  const first = await send('POST', `${path}/complete`, { payment: PAYMENT });
  const decide = (result: string) =>
    shop.portal.request('POST', `${new URL(first.continue_url).pathname}/test-bank`, {
      key: null,
      raw: `result=${result}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  return { path, first, decide };
}

test('names the page of the challenge until the buyer has confirmed', async () => {
  const { path, first, decide } = await challenged();
  const [action, ...others] = first.actions[CHALLENGE];
  expect(first.status).toBe('complete_in_progress');
  expect(others).toEqual([]);
  expect(action.config.payment_instrument_id).toBe(first.payment.instruments[0].id);
  expect(action.config.url).toMatch(/^https:\/\/shop\.example\.com\/checkout\//);
  const [message] = first.messages;
  expect(message).toMatchObject({ type: 'info', path: `$.actions['${CHALLENGE}'][0]` });
  expect((await send('GET', path)).actions).toEqual(first.actions);
  const page = await open(action.config.url);
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(page.text).toContain(`data-challenge="${action.id}" data-version="${VERSION}">`);
  expect(page.text).toContain('/test-bank');
  await decide('confirmed');
  expect((await open(action.config.url)).text).toContain('data-over');
  const { status, actions } = await send('GET', path);
  expect([status, actions]).toEqual(['completed', undefined]);
});

test('reopens the checkout with a warning if the buyer rejects the payment, and names a new challenge', async () => {
  const { path, first, decide } = await challenged();
  await decide('rejected');
  const { status, actions, messages } = await send('GET', path);
  expect([status, actions]).toEqual(['ready_for_complete', undefined]);
  expect(messages).toMatchObject([{ type: 'warning', code: 'payment_failed' }]);
  const again = await send('POST', `${path}/complete`, { payment: PAYMENT });
  expect(again.actions[CHALLENGE][0].id).not.toBe(first.actions[CHALLENGE][0].id);
});
