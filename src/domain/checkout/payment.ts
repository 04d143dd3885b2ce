import { messageText } from '../errors/message-text.js';
import { buyerUseKey, useKey } from '../shop/discount.js';
import { itemKey } from '../shop/item.js';
import { localizedError } from '../values/format-text.js';
import { lateDays } from './backorder.js';
import { type Attempt, type Checkout, extendLifetime, itemOf, type Terms } from './checkout.js';
import { assertTotal } from './consent.js';
import { enteredCodes } from './discounts.js';
import type { Assessment } from './status.js';
import { wayOut } from './way-out.js';

/** Units and uses that a payment attempt reserves, by row key of the counter. */
export interface Reservation {
  readonly stock: ReadonlyMap<string, number>;
  /** Those of them that may be sold before they are there. */
  readonly backorder: ReadonlySet<string>;
  /** One use of each, with the most uses that it may have; undefined = unlimited. */
  readonly uses: ReadonlyMap<string, number | undefined>;
  /** Keys of the buyer's own uses of discounts `once_per_buyer`. */
  readonly buyerUses: readonly string[];
}

/** Problems that one refusal names. */
const MAX_PROBLEMS = 5;

/**
 * Checks that a cart can be paid now at the expected total. `continueUrl` is where the buyer resolves what only the buyer can.
 * @throws PortalError `out_of_stock`, `checkout_not_ready`, `total_changed`
 */
export function assertReady(assessment: Assessment, expectedTotal: number, continueUrl: string): void {
  const blocking = assessment.messages.filter((message) => message.type === 'error');
  const [first] = blocking;
  if (first) {
    const code = first.code === 'out_of_stock' ? 'out_of_stock' : 'checkout_not_ready';
    const problems = blocking
      .slice(0, MAX_PROBLEMS)
      .map(({ path, says }) => messageText('at_path', { path, problem: says }));
    throw localizedError(code, ...problems).leading(...wayOut(blocking, continueUrl));
  }
  assertTotal(assessment.cart, assessment.pricing, expectedTotal);
}

/** Opens a payment attempt: from here on the terms are frozen and the cart cannot change. */
export function beginPayment(assessment: Assessment, attempt: Attempt, now: number): Checkout {
  const frozen = termsOf(assessment);
  return { ...extendLifetime(assessment.cart.checkout, now), state: 'paying', attempt, frozen };
}

/** A checkout with nothing to pay, on its terms; it is completed at once. */
export function freezeWithoutPayment(assessment: Assessment, now: number): Checkout {
  return { ...extendLifetime(assessment.cart.checkout, now), frozen: termsOf(assessment) };
}

function termsOf({ cart, pricing }: Assessment): Terms {
  const late = [...new Set(cart.checkout.lines.map((line) => line.item_id))].filter((id) => lateDays(cart, id) > 0);
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

/** What the attempt reserves: units of counted items, summed per item over lines, and one use of each discount. */
export function reservationFor({ cart, pricing }: Assessment): Reservation {
  const stock = new Map<string, number>();
  const backorder = new Set<string>();
  for (const line of cart.checkout.lines) {
    const item = itemOf(cart, line);
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

/** The attempt failed: the cart is open again as it was, at current prices. */
export function reopenCheckout(checkout: Checkout, now: number): Checkout {
  const { attempt, frozen, ...open } = checkout;
  return { ...extendLifetime(open, now), state: 'open' };
}

/** Paid: repeats of the call that began the payment are known by their record from now on. */
export function completeCheckout({ attempt, ...checkout }: Checkout, orderId: string, now: number): Checkout {
  return {
    ...checkout,
    ...(attempt && { attempt: withoutRepeats(attempt) }),
    state: 'completed',
    order_id: orderId,
    updated_at: now,
  };
}

function withoutRepeats({ repeatable: _repeatable, ...attempt }: Attempt): Attempt {
  return attempt;
}

/** Final; an open payment must have been voided before. */
export function cancelCheckout(checkout: Checkout, now: number): Checkout {
  return { ...checkout, state: 'canceled', updated_at: now };
}

/** An untouched cart past its time, made final so that the buyer's next call starts a new one. */
export function expireCheckout(checkout: Checkout): Checkout {
  return { ...checkout, state: 'canceled', expired: true };
}
