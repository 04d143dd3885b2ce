import type { Context } from '../../calls/context.js';
import { type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import { expired } from '../../domain/checkout/payment.js';
import { isExpired } from '../../domain/checkout/status.js';
import { orderTotal } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { inserted, type Rows, replaced, type Write } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';

/** The caller's open cart, or the one that is being paid; undefined when there is none, or it has expired. */
export function currentCart(rows: Rows, context: Context): Checkout | undefined {
  const checkout = storedCart(rows, context);
  return checkout && !isExpired(checkout, context.now) ? checkout : undefined;
}

/** The current cart, or a new one; an expired one is made final first, so that it stands in the way no more. */
export function openCart(rows: Rows, context: Context): { writes: Write[]; checkout: Checkout } {
  const { caller, ids, now } = context;
  const deployment = required(caller.deployment, 'deployment');
  const current = storedCart(rows, context);
  if (current && !isExpired(current, now)) return { writes: [], checkout: current };
  const owner = { shop_id: deployment.shop_id, deployment_id: deployment.id, buyer_id: caller.buyer_id ?? '' };
  const fresh = newCheckout(ids.next('chk'), owner, now);
  const put = inserted('checkout', fresh);
  if (!current) return { writes: [put], checkout: put.row };
  const over = replaced('checkout', current, expired(current));
  const ended = savedCheckout(authorOf(context), caller.organization_id, over, 'checkout.expired', ['state']);
  return { writes: [...ended, put], checkout: put.row };
}

function storedCart(rows: Rows, { caller }: Context): Checkout | undefined {
  return rows.currentCheckout(required(caller.deployment, 'deployment').id, caller.buyer_id ?? '');
}

/** The id of the current cart, which is created where there is none: what a tool call without `checkout_id` means. */
export async function currentCartId(context: Context): Promise<string> {
  const found = await context.read((rows) => currentCart(rows, context));
  if (found) return found.id;
  return context.step((rows) => {
    const { writes, checkout } = openCart(rows, context);
    return { writes, result: checkout.id };
  });
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
  if (found && found.lines.length > 0) return found.id;
  const { entries } = await context.list('orders', ownOrders(context), undefined, 1);
  const [last] = entries;
  return last && orderTotal(last) === expected_total ? last.checkout_id : (found?.id ?? currentCartId(context));
}

function ownOrders({ caller }: Context) {
  const any = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
  return { ...any, deployment_id: required(caller.deployment, 'deployment').id, buyer_id: caller.buyer_id ?? '' };
}
