import { messageText } from '../errors/message-text.js';
import type { PortalError } from '../errors/portal-error.js';
import { buyerUseKey, useKey } from '../shop/discount.js';
import { itemKey } from '../shop/item.js';
import { extend } from '../values/extend.js';
import { localizedError } from '../values/format-text.js';
import { backorderDays } from './backorder.js';
import { type Attempt, type Checkout, extendLifetime, type FailedPayment, findItem, type Terms } from './checkout.js';
import { enteredCodes } from './discounts.js';
import { describeResolution } from './resolution.js';
import type { Assessment } from './status.js';

/** Units and discount uses that a payment attempt reserves, by the keys of their counters. */
export interface Reservation {
  readonly stock: ReadonlyMap<string, number>;
  /** Keys of `stock` whose count may go below zero. */
  readonly backorder: ReadonlySet<string>;
  /** One use per discount, with the discount's limit; `undefined` if unlimited. */
  readonly uses: ReadonlyMap<string, number | undefined>;
  /** Keys of the counters of this buyer's uses of `once_per_buyer` discounts. */
  readonly buyerUses: readonly string[];
}

/** Maximum problems listed in one error. */
const MAX_PROBLEMS = 5;

/**
 * The error `out_of_stock` or `checkout_not_ready` for a cart that cannot be paid now.
 * @param continueUrl returns the page at which the buyer resolves problems that only a buyer can resolve
 */
export function findObstacle(assessment: Assessment, continueUrl: () => string): PortalError | undefined {
  const blocking = assessment.messages.filter((message) => message.type === 'error');
  const [first] = blocking;
  if (!first) return undefined;
  const code = first.code === 'out_of_stock' ? 'out_of_stock' : 'checkout_not_ready';
  const problems = blocking
    .slice(0, MAX_PROBLEMS)
    .map(({ path, text }) => messageText('at_path', { path, problem: text }));
  return localizedError(code, ...problems).withNextStep(...describeResolution(blocking, continueUrl()));
}

/** Opens a payment attempt and freezes the terms and the cart. */
export function beginPayment(assessment: Assessment, attempt: Attempt, now: number): Checkout {
  const { failed_payment, ...checkout } = assessment.cart.checkout;
  return extend(extendLifetime(checkout, now), { state: 'paying', attempt, frozen: termsOf(assessment) });
}

/** Freezes the terms of a checkout with total 0, which completes without a payment. */
export function freezeWithoutPayment(assessment: Assessment, now: number): Checkout {
  return extend(extendLifetime(assessment.cart.checkout, now), { frozen: termsOf(assessment) });
}

/** Copies everything that the price of a cart depends on, so that it can be priced again to the same amounts. */
export function termsOf({ cart, pricing }: Assessment): Terms {
  const late = [...new Set(cart.checkout.lines.map((line) => line.item_id))].filter(
    (id) => backorderDays(cart, id) > 0,
  );
  return {
    shop: cart.shop,
    items: [...cart.items.values()],
    discounts: pricing.discounts,
    codes: enteredCodes(cart),
    priced_at: cart.now,
    rules: cart.rules,
    ...(late.length > 0 && {
      backordered: late,
      units_left: Object.fromEntries(late.map((id) => [id, cart.stock.get(id) ?? 0])),
    }),
  };
}

/** Reserves units of counted items, summed per item, and one use of each discount. */
export function reservationFor({ cart, pricing }: Assessment): Reservation {
  const stock = new Map<string, number>();
  const backorder = new Set<string>();
  for (const line of cart.checkout.lines) {
    const item = findItem(cart, line);
    if (!item.counted) continue;
    const key = itemKey(cart.shop.id, line.item_id);
    if (item.backorder) backorder.add(key);
    stock.set(key, (stock.get(key) ?? 0) + line.quantity);
  }
  const { buyer_key } = cart.checkout;
  const once = pricing.discounts.filter((discount) => discount.once_per_buyer);
  return {
    stock,
    backorder,
    uses: new Map(pricing.discounts.map((discount) => [useKey(discount), discount.max_uses])),
    buyerUses: buyer_key === undefined ? [] : once.map((discount) => buyerUseKey(discount, buyer_key)),
  };
}

/**
 * Reopens the cart after a failed attempt, at current prices.
 * @param failed why it failed, if no call has been told
 */
export function reopenCheckout(checkout: Checkout, now: number, failed?: FailedPayment): Checkout {
  const { attempt, frozen, ...open } = checkout;
  return { ...extendLifetime(open, now), state: 'open', ...(failed && { failed_payment: failed }) };
}

/** Completes the checkout. The attempt no longer names its call, since repeats now find the call's stored response. */
export function completeCheckout(checkout: Checkout, orderId: string, now: number): Checkout {
  const { attempt } = checkout;
  return extend(checkout, {
    state: 'completed',
    order_id: orderId,
    updated_at: now,
    ...(attempt && { attempt: withoutRepeats(attempt) }),
  });
}

function withoutRepeats({ repeatable: _repeatable, ...attempt }: Attempt): Attempt {
  return attempt;
}

/** Cancels the checkout permanently. An open payment must be voided first. */
export function cancelCheckout(checkout: Checkout, now: number): Checkout {
  return { ...checkout, state: 'canceled', updated_at: now };
}

/** Cancels a cart past its lifetime, so that the buyer's next call starts a new one. */
export function expireCheckout(checkout: Checkout): Checkout {
  return { ...checkout, state: 'canceled', expired: true };
}
