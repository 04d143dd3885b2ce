import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { expireCheckout } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { orderTotal } from '../../domain/order/order.js';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import { type Rows, replaceWrite, type Wanted, type Write } from '../../ports.js';
import { isKnownEmpty } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { claimSpender } from './claim-spender.js';
import { fillShared } from './fill-shared.js';
import { buildUnstoredHints, emptyCart, unstoredCart } from './unstored-cart.js';

/**
 * Returns the caller's cart, which is open or being paid. If there is none, returns an empty cart that is not stored
 * yet.
 */
export function currentCart(rows: Rows, context: Context<'carts'>): Checkout {
  const checkout = storedCart(rows, context);
  const { caller, services } = context;
  const current = checkout && !isExpired(checkout, context.now) ? checkout : unstoredCart(rows, context);
  return claimSpender(fillShared(rows, current, caller, services.carts.buyerSecret), caller);
}

/**
 * Returns the unstored empty cart with this id, if the caller may access it. A buyer's link is signed and gives access
 * to a single checkout, so its id can be trusted. Since the link does not identify the cart's owner, the cart cannot be
 * changed through the link until it has been stored.
 */
export function unstoredCartOf(rows: Rows, context: Context<'carts'>, id: string): Checkout | undefined {
  const { deployment, platform, only_id } = context.caller;
  if (!deployment || platform) return undefined;
  if (only_id !== undefined)
    return only_id === id && id.startsWith('chk_') ? emptyCart(id, deployment, '', context.now) : undefined;
  rows.expect(...buildStoringHints(context, deployment));
  const cart = currentCart(rows, context);
  return cart.version === 0 && cart.id === id ? cart : undefined;
}

/** Lists the rows that a change reads besides if it may be the first of the caller's cart, and so store it. */
export function buildFirstChangeHints(context: Context<'carts'>, id: string): Wanted[] {
  const { deployment, platform, only_id } = context.caller;
  if (!deployment || platform || only_id !== undefined || !isKnownEmpty(id)) return [];
  return buildStoringHints(context, deployment);
}

/** Storing a cart reads the quotas of the organization too. */
function buildStoringHints(context: Context<'carts'>, deployment: Deployment): Wanted[] {
  const { organization_id, buyer_id } = context.caller;
  return [
    ...buildUnstoredHints(context),
    ['get', 'organization', organization_id],
    ['currentCheckout', deployment.id, buyer_id ?? ''],
  ];
}

/**
 * Returns the writes that must accompany the first write of a cart. They close the caller's expired cart, which would
 * otherwise block the new one.
 */
export function buildFirstWrites(rows: Rows, context: Context, cart: Checkout): Write[] {
  const before = cart.version === 0 ? storedCart(rows, context) : undefined;
  if (!before) return [];
  const over = replaceWrite('checkout', before, expireCheckout(before));
  return buildCheckoutWrites(authorOf(context), context.caller.organization_id, over, 'checkout.expired', ['state']);
}

function storedCart(rows: Rows, { caller }: Context): Checkout | undefined {
  return rows.find('currentCheckout', required(caller.deployment, 'deployment').id, caller.buyer_id ?? '');
}

/** Returns the id of the caller's current cart, for tool calls without `checkout_id`. */
export async function currentCartId(context: Context<'carts'>): Promise<string> {
  return (await context.read((rows) => currentCart(rows, context))).id;
}

/**
 * Returns the id of the cart to complete, for calls without `checkout_id`. If the caller has no cart, or an empty one,
 * an earlier call may have paid the previous cart, and its response may have been lost. So if the last order has the
 * expected total, the id of its checkout is returned.
 */
export async function cartToComplete(
  context: Context<'carts' | 'lists'>,
  { expected_total }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const found = await context.read((rows) => currentCart(rows, context));
  if (found.lines.length > 0) return found.id;
  const { entries } = await context.services.lists.page('orders', ownOrders(context), undefined, 1);
  const [last] = entries;
  if (!last || orderTotal(last) !== expected_total) return found.id;
  // A purchase in one call is repeated by its own key.
  const isDirect = await context.read((rows) => rows.get('checkout', last.checkout_id)?.direct !== undefined);
  return isDirect ? found.id : last.checkout_id;
}

function ownOrders({ caller }: Context) {
  return { ...ANY_ORDER, deployment_id: required(caller.deployment, 'deployment').id, buyer_id: caller.buyer_id ?? '' };
}
