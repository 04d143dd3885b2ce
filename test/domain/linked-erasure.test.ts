import { expect, test } from 'vitest';
import { eraseCheckout, eraseOrder } from '../../src/domain/privacy/erase.js';
import { isOwn } from '../../src/domain/tenant/tenant.js';
import { cart, line, NOW } from './fixtures.js';
import { placed } from './order/orders.js';

/** Erasure of a person who bought over UCP with a linked account. */

const profile = 'https://agent.example/profile.json';
const platform = { profile, proven: true, account: 'grt_1' };
const lines = [line('mug')];
const { checkout: open } = cart({ lines, checkout: { platform } });

test.each([
  ['an order', eraseOrder(placed({ lines, checkout: { platform } }), NOW)],
  ['an open checkout', eraseCheckout(open, NOW)],
  ['a completed checkout', eraseCheckout({ ...open, state: 'completed' }, NOW)],
])('removes the account from %s, which stays hidden from the platform without a token', (_name, erased) => {
  expect(JSON.stringify(erased)).not.toContain('grt_1');
  expect(erased.platform).toMatchObject({ profile, proven: true });
  const deployment = { id: 'dep', organization_id: 'org', shop_id: 'shop', name: 'Agents', created_at: NOW };
  const caller = {
    ...{ id: 'key', scopes: new Set<never>(), organization_id: 'org', buyer_id: null },
    ...{ deployment: { ...deployment, updated_at: NOW, version: 1 }, platform: { profile, proven: true } },
  };
  expect(isOwn(erased, caller)).toBe(false);
});
