import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { submitForm } from '../actors/buyer-page.js';
import { limitKey } from '../support/tenants.js';
import { PAYMENT, ready } from './bodies.js';
import { call, type UcpPortal, ucpPortal } from './platform.js';

const VERSION = '2026-08-25';

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION);
});
afterAll(() => shop.portal.close());

/** Limits the key of the platform. */
async function setLimit(per_order: number): Promise<void> {
  const { app, demo } = shop.portal;
  const { entries } = await app.store.list('api_keys', { organization_id: demo.organization_id }, undefined, 100);
  const key = required(
    entries.find(({ ucp_profiles }) => ucp_profiles),
    'key of the platform',
  );
  await limitKey(shop.portal, key.id, { per_order });
}

const post = async (path: string, body: object, idempotencyKey: string) =>
  (
    await call(shop, VERSION, 'POST', path, {
      key: shop.key,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    })
  ).json;

test('a checkout above a limit of the platform requires escalation until the buyer approves it', async () => {
  await setLimit(1);
  const made = await post('/checkout-sessions', ready(), 'create');
  expect(made).toMatchObject({
    status: 'requires_escalation',
    messages: [{ code: 'high_value_order', severity: 'requires_buyer_review' }],
  });
  const complete = (key: string) => post(`/checkout-sessions/${made.id}/complete`, PAYMENT, key);
  expect((await complete('early')).status).toBe('requires_escalation');
  expect(await submitForm(made.continue_url, 'approve')).toBeNull();
  expect((await complete('approved')).status).toBe('completed');
});
