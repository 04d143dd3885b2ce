import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { expireCheckout } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { orderTotal } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { type Rows, replaceWrite, type Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { emptyCart, unstoredCart } from './unstored-cart.js';

/** The caller's open cart, or the one that is being paid; else an empty one, which is not stored yet. */
export function currentCart(rows: Rows, context: Context): Checkout {
  const checkout = storedCart(rows, context);
  return checkout && !isExpired(checkout, context.now) ? checkout : unstoredCart(rows, context);
}

/**
 * The empty cart of this id, if that is what the caller was told. A buyer's link leads to no other checkout, and its signature says
 * that the portal has made it; nobody can write through it before the cart is stored, since it does not say whose cart it is.
 */
export function unstoredCartOf(rows: Rows, context: Context, id: string): Checkout | undefined {
  const { deployment, platform, only_id } = context.caller;
  if (!deployment || platform) return undefined;
  if (only_id !== undefined)
    return only_id === id && id.startsWith('chk_') ? emptyCart(id, deployment, '', context.now) : undefined;
  const cart = currentCart(rows, context);
  return cart.version === 0 && cart.id === id ? cart : undefined;
}

/** What is written before a cart is stored: an expired one is made final, so that it stands in the way no more. */
export function beforeFirstWrite(rows: Rows, context: Context, cart: Checkout): Write[] {
  const before = cart.version === 0 ? storedCart(rows, context) : undefined;
  if (!before) return [];
  const over = replaceWrite('checkout', before, expireCheckout(before));
  return buildCheckoutWrites(authorOf(context), context.caller.organization_id, over, 'checkout.expired', ['state']);
}

function storedCart(rows: Rows, { caller }: Context): Checkout | undefined {
  return rows.currentCheckout(required(caller.deployment, 'deployment').id, caller.buyer_id ?? '');
}

/** The id of the current cart: what a tool call without `checkout_id` means. */
export async function currentCartId(context: Context): Promise<string> {
  return (await context.read((rows) => currentCart(rows, context))).id;
}

/**
 * The same for completing. A caller whose cart is gone or empty has most likely paid it just now and lost the answer:
 * where its last order came to the expected total, the checkout of that order is meant.
 */
export async function cartToComplete(
  context: Context,
  { expected_total }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const found = await context.read((rows) => currentCart(rows, context));
  if (found.lines.length > 0) return found.id;
  const { entries } = await context.list('orders', ownOrders(context), undefined, 1);
  const [last] = entries;
  return last && orderTotal(last) === expected_total ? last.checkout_id : found.id;
}

function ownOrders({ caller }: Context) {
  const any = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
  return { ...any, deployment_id: required(caller.deployment, 'deployment').id, buyer_id: caller.buyer_id ?? '' };
}
