import { describe, expect, it } from 'vitest';
import { CART_LIFETIME, type Checkout, extendLifetime, newCheckout } from '../../src/domain/checkout/checkout.js';
import {
  beginPayment,
  cancelCheckout,
  completeCheckout,
  expireCheckout,
  reopenCheckout,
} from '../../src/domain/checkout/payment.js';
import { assess, type CheckoutStatus, isExpired } from '../../src/domain/checkout/status.js';
import { CHECKOUT_MESSAGES, CHECKOUT_STATUSES } from '../contract/portal-api.js';
import { type CartParts, cart, item, line, NOW } from './fixtures.js';

const READY: CartParts = {
  lines: [line('mug')],
  checkout: { buyer: { email: 'ada@example.com' }, selected_option_id: 'counter' },
};
const ATTEMPT = { id: 'pay', handler_id: 'invoice', amount: 1000, currency: 'USD', started_at: NOW };

/** Assesses a cart after a step, at the time `now`. */
function seen(step: (checkout: Checkout) => Checkout, parts: CartParts = READY, now = NOW) {
  const before = cart({ ...parts, now });
  return assess({ ...before, checkout: step(before.checkout) });
}

const paying = (checkout: Checkout) => beginPayment(assess(cart({ ...READY, checkout })), ATTEMPT, NOW);
const same = (checkout: Checkout) => checkout;
const adults = { ...READY, items: [item('mug', { age_restricted: true })] };
const review = { ...READY, settings: { review_limit: 0 } };
const over = NOW + CART_LIFETIME;

const TABLE: readonly (readonly [string, (checkout: Checkout) => Checkout, CartParts, number, CheckoutStatus])[] = [
  ['new', same, {}, NOW, 'incomplete'],
  ['ready', same, READY, NOW, 'ready_for_complete'],
  ['ready, in its last millisecond', same, READY, over - 1, 'ready_for_complete'],
  ['with a warning only', same, { ...READY, lines: [line('mug', { seen_price: 1 })] }, NOW, 'ready_for_complete'],
  ['with an item for adults', same, adults, NOW, 'requires_escalation'],
  ['above the review limit', same, review, NOW, 'requires_escalation'],
  ['with an item for adults, and incomplete', same, { ...adults, checkout: {} }, NOW, 'requires_escalation'],
  ['untouched for 6 hours', same, READY, over, 'canceled'],
  ['with an item for adults, untouched for 6 hours', same, adults, over, 'canceled'],
  ['paying', paying, READY, NOW, 'complete_in_progress'],
  ['paying, after 6 hours', paying, READY, over, 'complete_in_progress'],
  [
    'paying for an item that has been withdrawn since',
    paying,
    { ...READY, items: [item('mug', { status: 'withdrawn' })] },
    NOW,
    'complete_in_progress',
  ],
  ['failed to pay', (checkout) => reopenCheckout(paying(checkout), NOW), READY, NOW, 'ready_for_complete'],
  ['completed', (checkout) => completeCheckout(paying(checkout), 'ord', NOW), READY, NOW, 'completed'],
  ['completed long ago', (checkout) => completeCheckout(paying(checkout), 'ord', NOW), READY, over, 'completed'],
  ['canceled', (checkout) => cancelCheckout(checkout, NOW), READY, NOW, 'canceled'],
  [
    'canceled after a failed payment',
    (checkout) => cancelCheckout(reopenCheckout(paying(checkout), NOW), NOW),
    READY,
    NOW,
    'canceled',
  ],
  ['expired by the sweep', expireCheckout, READY, over, 'canceled'],
];

describe('the status of a checkout', () => {
  it.each(TABLE)('%s', (_name, step, parts, now, status) => {
    expect(seen(step, parts, now).status).toBe(status);
  });

  it('is tested for every value', () => {
    expect(new Set(TABLE.map(([, , , , status]) => status))).toEqual(new Set(CHECKOUT_STATUSES));
  });

  it('fits the messages; a checkout in payment or a completed one has none', () => {
    for (const [, step, parts, now, status] of TABLE) {
      const { messages } = seen(step, parts, now);
      const codes = messages.map(({ code }) => code);
      if (status === 'ready_for_complete') expect(messages.every(({ type }) => type === 'warning')).toBe(true);
      if (status === 'completed' || status === 'complete_in_progress') expect(codes).toEqual([]);
      if (status === 'incomplete') expect(messages.some(({ severity }) => severity === 'recoverable')).toBe(true);
    }
  });
});

describe('expiry', () => {
  it('is reported, even after the sweep, but not for a canceled checkout', () => {
    const kind = CHECKOUT_MESSAGES.get('checkout_expired');
    const said = { ...kind, code: 'checkout_expired', path: '$.expires_at', text: { text: 'cart_expired', parts: {} } };
    expect(seen(same, READY, over).messages).toEqual([said]);
    expect(seen(expireCheckout, READY, over).messages).toEqual([said]);
    expect(seen((checkout) => cancelCheckout(checkout, NOW), READY, over).messages).toEqual([]);
  });

  it('comes 6 hours after the last change', () => {
    const fresh = newCheckout('chk', { shop_id: 's', deployment_id: 'd', buyer_id: '' }, NOW);
    expect(fresh.expires_at).toBe(NOW + 6 * 3600 * 1000);
    const later = extendLifetime(fresh, NOW + 1000);
    expect([isExpired(later, over + 999), isExpired(later, over + 1000)]).toEqual([false, true]);
  });
});

describe('a payment', () => {
  it('freezes prices until the checkout is reopened', () => {
    const before = cart(READY);
    const checkout = paying(before.checkout);
    const dearer = new Map([['mug', item('mug', { price: 2000 })]]);
    expect(assess({ ...before, checkout, items: dearer }).pricing.total).toBe(1000);
    expect(assess({ ...before, checkout: reopenCheckout(checkout, NOW), items: dearer }).pricing.total).toBe(2000);
    expect(reopenCheckout(checkout, NOW)).toEqual({ ...before.checkout, updated_at: NOW });
  });
});
