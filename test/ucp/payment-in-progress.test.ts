import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { POLL } from '../../src/payments/waits.js';
import type { PaymentOutcome } from '../../src/ports.js';
import { stillClock } from '../support/still-clock.js';
import { ready } from './bodies.js';
import { VERSION as EARLY } from './early-contract.js';
import { CARD, call, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** A checkout's responses while its payment is in flight. */

const OPEN_CARD = { ...CARD, credential: { type: 'token', token: 'tok_pending' } };
const UNDER_WAY = { type: 'error', code: 'payment_in_progress', severity: 'recoverable' };

describe.each([...PUBLISHED, EARLY])('%s', (version) => {
  const isEarly = version === EARLY;
  const pay = (...instruments: readonly object[]) =>
    isEarly ? { payment_data: instruments[0] } : { payment: { instruments } };
  let shop: UcpPortal;
  const still = stillClock();
  /** Number of times that a call waited to check its payment again. The clock ends these waits immediately. */
  let looks = 0;
  const clock = {
    ...still,
    sleep(wait: number) {
      if (wait !== POLL) return still.sleep(wait);
      looks += 1;
      return setImmediate();
    },
  };
  beforeAll(async () => {
    shop = await ucpPortal(version, {}, { clock });
  });
  afterAll(() => shop.portal.close());

  const send = async (method: string, path: string, body?: unknown, key: string = randomUUID()) => {
    const headers = { 'idempotency-key': key };
    const { status, json } = await call(shop, version, method, path, { key: shop.key, body, headers });
    return { status, json };
  };
  /** Creates a checkout with an open payment. Returns its path, and the key and response of the call that began it. */
  const begun = async () => {
    const { json } = await send('POST', '/checkout-sessions', ready());
    const path = `/checkout-sessions/${json.id}`;
    const key = randomUUID();
    const complete = (body: object, by?: string) => send('POST', `${path}/complete`, body, by);
    const first = await complete(pay(OPEN_CARD), key);
    looks = 0;
    return { path, key, complete, first: first.json };
  };

  test('allows reading a checkout in progress, but not changing it', async () => {
    const { path, first } = await begun();
    expect([first.status, first.order]).toEqual(['complete_in_progress', undefined]);
    expect((await send('GET', path)).json.status).toBe('complete_in_progress');
    const changed = await send('PUT', path, ready(5));
    if (isEarly) {
      expect([changed.status, changed.json.code]).toEqual([409, 'payment_in_progress']);
    } else {
      expect(changed.json.line_items).toEqual(first.line_items);
      expect(changed.json.messages.at(-1)).toMatchObject(UNDER_WAY);
    }
  });

  test('waits for the payment when the call that began it is repeated', async () => {
    const { key, complete, first } = await begun();
    expect((await complete(pay(OPEN_CARD), key)).json).toEqual(first);
    expect(looks).toBeGreaterThan(0);
  });

  test('responds to another complete at once, regardless of its payment', async () => {
    const { complete } = await begun();
    const others = [pay(OPEN_CARD), pay(CARD), ...(isEarly ? [] : [pay(CARD, { ...CARD, id: 'card-2' })])];
    for (const body of others) {
      const { status, json } = await complete(body);
      expect([status, json.status, json.messages]).toMatchObject([200, 'complete_in_progress', [UNDER_WAY]]);
    }
    expect(looks).toBe(0);
  });

  test('rejects the key of the first complete with another body as a conflict', async () => {
    const { key, complete } = await begun();
    const bodies = [pay({ ...OPEN_CARD, id: 'card-2' }), ...(isEarly ? [] : [pay(CARD, { ...CARD, id: 'card-2' })])];
    for (const body of bodies) {
      const { status, json } = await complete(body, key);
      expect([status, json.code]).toEqual([409, 'idempotency_conflict']);
    }
  });

  test('leads the buyer to the page when the payment must be confirmed, and becomes an order afterwards', async () => {
    const action = { type: 'redirect', url: 'https://bank.example/confirm' } as const;
    const asked: PaymentOutcome = { state: 'action_required', action, expires_at: still.now() + 600_000 };
    const known: { outcome: PaymentOutcome } = { outcome: asked };
    const card = { ...makeSandboxCard(), authorize: async () => asked, status: async () => known.outcome };
    const other = await ucpPortal(version, {}, { handlers: [card] });
    const by = async (method: string, path: string, body?: unknown) => {
      const headers = { 'idempotency-key': randomUUID() };
      return (await call(other, version, method, path, { key: other.key, body, headers })).json;
    };
    const { id } = await by('POST', '/checkout-sessions', ready());
    const path = `/checkout-sessions/${id}`;
    const completed = await by('POST', `${path}/complete`, pay(CARD));
    expect([completed.status, completed.continue_url]).toEqual([
      'requires_escalation',
      expect.stringContaining('/checkout/'),
    ]);
    const { messages } = completed;
    expect(messages).toMatchObject([{ code: 'payment_action_required', severity: 'requires_buyer_input' }]);
    known.outcome = { state: 'authorized', payment_status: 'paid' };
    expect((await by('GET', path)).status).toBe('completed');
    await other.portal.close();
  });
});
