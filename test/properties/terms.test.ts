import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Cart } from '../../src/domain/checkout/checkout.js';
import { beginPayment, completeCheckout, reopenCheckout } from '../../src/domain/checkout/payment.js';
import { type Pricing, price } from '../../src/domain/checkout/pricing.js';
import { assess, assessCompleted } from '../../src/domain/checkout/status.js';
import { placeOrder } from '../../src/domain/order/place-order.js';
import { checkoutView } from '../../src/view/checkout-view.js';
import { makeLinks } from '../../src/view/links.js';
import { cart, NOW } from '../domain/fixtures.js';
import { always, expectSame } from './always.js';
import { carts } from './generators/carts.js';

const ATTEMPT = { id: 'pay', handler_id: 'invoice', amount: 0, currency: 'USD', started_at: NOW };

const NUMBERED = { id: 'ord', display_id: '1001' };

const VIEW = { links: makeLinks(() => '', Buffer.alloc(32)), handlers: [], language: undefined };

/** A cart whose payment starts, and a shop in which everything has changed since. */
const paidAndLater = fc
  .tuple(carts, carts, fc.nat(10 * 365 * 24 * 60 * 60 * 1000))
  .map(([parts, others, milliseconds]) => {
    const before = cart(parts);
    const paying = structuredClone(beginPayment(assess(before), ATTEMPT, NOW));
    const shop: Omit<Cart, 'checkout'> = { ...cart(others), now: NOW + milliseconds };
    return { before, paying, shop };
  });

/** Everything except discount statuses, which are stored only for discounts with an effect. */
const priced = ({ discountStatuses, ...rest }: Pricing) => rest;

it('the price of a cart stays the same during its payment, regardless of changes in the shop', () => {
  always(paidAndLater, ({ before, paying, shop }) => {
    const then = price(before);
    const { pricing, status } = assess({ ...shop, checkout: paying });
    expectSame(priced(pricing), priced(then));
    expectSame(
      pricing.discountStatuses,
      then.discountStatuses.filter(({ discount }) => then.discounts.includes(discount)),
    );
    expect(status).toBe('complete_in_progress');
  });
});

it('the price of a paid cart never changes', () => {
  always(paidAndLater, ({ before, paying, shop }) => {
    const checkout = completeCheckout(paying, 'ord', shop.now);
    const { pricing, status } = assess({ ...shop, checkout });
    expectSame(priced(pricing), priced(price(before)));
    expect(status).toBe('completed');
  });
});

it('the response to a completed payment is the same as later reads of the checkout', () => {
  always(paidAndLater, ({ before, paying }) => {
    const paid = assess({ ...before, checkout: paying });
    const checkout = completeCheckout(paying, 'ord', NOW);
    expectSame(
      checkoutView(assessCompleted(paid, checkout), VIEW),
      checkoutView(assess({ ...before, checkout }), VIEW),
    );
    const began = assess(before);
    const atOnce = assessCompleted({ ...began, cart: { ...began.cart, checkout: paying } }, checkout);
    expectSame(checkoutView(atOnce, VIEW), checkoutView(assess({ ...before, checkout }), VIEW));
  });
});

it('an order placed when its payment begins is the same as one placed later by the frozen terms', () => {
  always(paidAndLater, ({ before, paying, shop }) => {
    const began = assess(before);
    const checkout = beginPayment(began, ATTEMPT, NOW);
    const placed = placeOrder({ ...began, cart: { ...began.cart, checkout } }, NUMBERED, NOW);
    expectSame(placed, placeOrder(assess({ ...shop, checkout: paying }), NUMBERED, NOW));
  });
});

it('after a failed payment, the price of a cart follows the current state of the shop', () => {
  always(paidAndLater, ({ before, paying, shop }) => {
    const items = new Map([...before.items, ...shop.items]);
    const reopened = assess({ ...shop, items, checkout: reopenCheckout(paying, shop.now) });
    expectSame(reopened.pricing, price({ ...shop, items, checkout: before.checkout }));
  });
});
