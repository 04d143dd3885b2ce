import { expect, onTestFinished, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { READY } from '../actors/shopper.js';
import { startPortal } from '../support/portal.js';
import { StripeStandIn, TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import { fullKey } from '../support/tenants.js';

const PERMISSIONS = ['payment_intent_write', 'charge_write', 'dispute_read', 'checkout_session_write'];

/** A portal without a Stripe account of its own, a stand-in of Stripe, and callers of the demo's shop. */
async function openShop() {
  const standIn = new StripeStandIn(() => Date.now());
  const env = { PORTAL_STRIPE_API_URL: await standIn.listen() };
  onTestFinished(() => standIn.close());
  const portal = await startPortal({ env });
  onTestFinished(() => portal.close());
  const { shop_id } = portal.demo;
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const buyer = registryCaller(() => portal.url, await fullKey(portal, 'deployment'));
  const account = { shop_id, handler_id: 'stripe' };
  const put = (settings: object) => owner.ok('put_payment_account', { ...account, settings });
  const offer = async () => {
    const settings = await owner.ok('get_shop_settings', { shop_id });
    return owner.ok('update_shop_settings', { shop_id, ...settings, payment_handlers: ['stripe'] });
  };
  return { standIn, portal, owner, buyer, account, put, offer };
}

test('a shop is paid through its own Stripe account, and refunds with a key that replaced the first', async () => {
  const { standIn, portal, buyer, put, offer } = await openShop();
  await put(TEST_KEYS);
  await offer();
  const credential = { type: 'token', token: 'pm_card_visa' };
  const payment = { instruments: [{ id: 'i', handler_id: 'stripe', credential }] };
  const { order } = await buyer.ok('buy', { ...READY, max_total: 100_000, payment });
  const paid = await buyer.ok('get_order', { order_id: order.id });
  expect(paid.payment_status).toBe('paid');
  standIn.keys.restrict(
    'rk_test_next',
    PERMISSIONS.map((one) => `rak_${one}`),
  );
  await put({ secret_key: 'rk_test_next' });
  const refunded = await buyer.ok('adjust_order', { order_id: order.id, type: 'refund', amount: 100 });
  expect(refunded.adjustments).toMatchObject([{ amount: 100, status: 'completed' }]);
  expect(new Set(standIn.requestsTo('/refunds').map(({ secretKey }) => secretKey))).toEqual(new Set(['rk_test_next']));
  expect(portal.logged.join()).not.toMatch(/standin0001|rk_test_next/);
});

test('the account of a shop is tested with a charge that is paid back, and a wrong key is named', async () => {
  const { standIn, owner, account, put } = await openShop();
  await put(TEST_KEYS);
  expect(await owner.ok('test_payment_account', account)).toMatchObject({ usable: true, live: false });
  expect(standIn.requestsTo('/refunds')).toHaveLength(1);
  await put({ secret_key: 'sk_test_other' });
  expect(await owner.ok('test_payment_account', account)).toMatchObject({
    usable: false,
    reason: 'Stripe does not know the secret key',
  });
});
