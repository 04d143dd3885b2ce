import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import { addOrderedLines } from '../../domain/checkout/reorder.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import { insertWrite, type Rows } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { answerOf } from './read-checkout.js';

/** Only the buyer's page can call this: it has no route and is not a tool, and no key has its scope. */
export const refillCheckout = defineOperation({
  name: 'refill_checkout',
  title: 'Fill a new cart',
  description:
    "A new cart with the lines, the buyer and the address of a checkout, at today's prices. It is nobody's current cart, so that a link never leads into a cart that an agent fills for others.",
  scope: 'buyer',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout }),
  errors: ['checkout_not_found', 'version_conflict'],
  handle: (context: CartContext, { checkout_id }) =>
    context.update((rows) => {
      const before = linkedCheckout(rows, context, checkout_id);
      context.expectVersion(before);
      const put = insertWrite('checkout', refilled(rows, context, before));
      return { writes: [put], answer: answerOf(rows, context, put.row) };
    }),
});

/**
 * Finds the checkout that the caller's link gives access to: the linked checkout itself, or that of the linked order.
 * @throws PortalError `checkout_not_found`
 */
function linkedCheckout(rows: Rows, { caller }: Context, checkoutId: string): Checkout {
  const { only_id, ...any } = caller;
  const isOfOrder = only_id !== undefined && rows.get('order', only_id)?.checkout_id === checkoutId;
  const checkout = rows.get('checkout', checkoutId);
  if (!checkout || !isOwn(checkout, isOfOrder ? any : caller)) throw notFoundError('checkout_not_found');
  return checkout;
}

function refilled(rows: Rows, { ids, now }: Context, before: Checkout): Checkout {
  const { shop_id, deployment_id, spender, buyer, buyer_key, billing_address, destination, selected_option_id } =
    before;
  const fresh = newCheckout(ids.next('chk'), { shop_id, deployment_id, buyer_id: `page-${ids.uuid()}` }, now);
  const person = {
    ...(buyer && { buyer }),
    ...(buyer_key !== undefined && { buyer_key }),
    ...(billing_address && { billing_address }),
    ...(destination && { destination }),
    ...(selected_option_id !== undefined && { selected_option_id }),
  };
  const cart = cartOf(rows, { ...fresh, ...person, ...(spender !== undefined && { spender }) }, now, {
    itemIds: before.lines.map(({ item_id }) => item_id),
  });
  const lines = before.lines.map(({ item_id, quantity, ...line }) => ({
    ...line,
    item: { id: item_id, title: cart.items.get(item_id)?.title ?? item_id },
    quantity: { total: quantity },
  }));
  const { checkout } = addOrderedLines(cart, lines, () => ids.next('li'));
  return recordSeenTerms({ ...cart, checkout }, true);
}
