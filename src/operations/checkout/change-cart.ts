import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { type Cart, type Checkout, extendLifetime, type Line } from '../../domain/checkout/checkout.js';
import { findLine } from '../../domain/checkout/lines.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { type Assessment, assessPriced, isExpired, type PricedCart, priceCart } from '../../domain/checkout/status.js';
import { messageText } from '../../domain/errors/message-text.js';
import { notFoundError, type PortalError } from '../../domain/errors/portal-error.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import { localizedError } from '../../domain/values/format-text.js';
import { type Rows, replaceWrite, type Wanted, type Write } from '../../ports.js';
import { buildCartHints, type CartNeeds, cartOf } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { cartWriteBack } from '../../records/cart-of-checkout.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { checkoutView, type ViewSettings } from '../../view/checkout-view.js';
import type { CartContext } from './cart-context.js';
import { claimSpender } from './claim-spender.js';
import { buildFirstChangeHints, buildFirstWrites, unstoredCartOf } from './current-cart.js';

export type CheckoutAnswer<HttpBody = never> = Answer<{ data: CheckoutF }, HttpBody>;

/**
 * Finds a checkout that the caller may access. A checkout of another tenant or buyer counts as absent.
 * @throws PortalError `checkout_not_found`, `version_conflict`
 */
export function ownCheckout(rows: Rows, context: Context<'carts'>, id: string): Checkout {
  return ownCheckoutWith(rows, context, id, () => undefined).checkout;
}

/**
 * Like `ownCheckout`, but also finds a second object that the request names. `find` runs before the version check, so
 * that its 404 precedes 412 and 409.
 */
function ownCheckoutWith<Found>(
  rows: Rows,
  context: Context<'carts'>,
  id: string,
  find: (checkout: Checkout) => Found,
): { readonly checkout: Checkout; readonly found: Found } {
  const checkout = rows.get('checkout', id) ?? unstoredCartOf(rows, context, id);
  if (!checkout || !isOwn(checkout, context.caller)) throw notFoundError('checkout_not_found');
  const found = find(checkout);
  context.expectVersion(checkout);
  return { checkout: claimSpender(checkout, context.caller), found };
}

/**
 * Returns the writes that must accompany the first write of a cart.
 * @throws PortalError `checkout_not_found` for a change through a buyer's link, which does not identify the unstored
 * cart's owner
 */
export function firstWrites(rows: Rows, context: Context<'carts'>, cart: Checkout): Write[] {
  if (cart.version === 0 && context.caller.only_id !== undefined) throw notFoundError('checkout_not_found');
  return buildFirstWrites(rows, context, cart);
}

/**
 * Checks that the cart can be changed (docs/checkout.md, Status).
 * @throws PortalError `payment_in_progress`, `checkout_closed`
 */
export function assertOpen(checkout: Checkout, now: number): void {
  if (checkout.state === 'paying') {
    throw paymentInProgress();
  }
  if (checkout.state === 'open' && !isExpired(checkout, now)) return;
  throw closedError(checkout, now);
}

/** Creates the error for calls that are not possible during a payment. */
export function paymentInProgress(): PortalError {
  return localizedError('payment_in_progress', messageText('payment_open'));
}

/** Creates the error for a closed checkout, which directs the caller to the order or to a new cart. */
export function closedError(checkout: Checkout, now: number): PortalError {
  if (checkout.state === 'completed' && checkout.order_id !== undefined) {
    return localizedError('checkout_closed', messageText('over_with_order', { order: checkout.order_id })).withNextStep(
      `Look at the order with get_order, order_id "${checkout.order_id}": its permitted_actions say what can be done with it. For another purchase, omit checkout_id, or use the id of a new cart.`,
      ...['get_order', 'get_cart'],
    );
  }
  const why =
    checkout.state === 'completed'
      ? 'completed'
      : isExpired(checkout, now) || checkout.expired
        ? 'expired'
        : 'canceled';
  return localizedError('checkout_closed', messageText(`over_${why}`));
}

export function checkoutAnswer(view: ViewSettings, assessment: Assessment): CheckoutAnswer {
  const { version } = assessment.cart.checkout;
  return { body: { data: checkoutView(assessment, view) }, version };
}

/** Response with variant F. */
export function fullAnswer(view: ViewSettings, priced: PricedCart): CheckoutAnswer {
  return checkoutAnswer(view, assessPriced(priced));
}

interface CartChange<HttpBody, Found> {
  readonly needs?: CartNeeds;
  /** Renders the response; defaults to `fullAnswer`. `before`: the cart before the change. */
  readonly toAnswer?: (view: ViewSettings, priced: PricedCart, before: Cart, found: Found) => CheckoutAnswer<HttpBody>;
  /** True if the call means that the buyer accepts the shop's current prices and terms. */
  readonly acceptsTerms?: boolean;
  /** Audit event of the change. Defaults to none, since most changes of open carts are not audited. */
  readonly event?: { readonly action: string; readonly changed: readonly string[] };
}

export function changeCart<HttpBody = never>(
  context: CartContext,
  id: string,
  change: (cart: Cart) => Checkout,
  options: CartChange<HttpBody, undefined> = {},
): Promise<CheckoutAnswer<HttpBody>> {
  return changeWith(context, id, () => undefined, change, options);
}

/** Changes a line of an open cart. The error for a missing line takes precedence over a version conflict. */
export function changeLine<HttpBody = never>(
  context: CartContext,
  { checkout_id, line_item_id }: { readonly checkout_id: string; readonly line_item_id: string },
  change: (cart: Cart, line: Line) => Checkout,
  options: CartChange<HttpBody, Line> = {},
): Promise<CheckoutAnswer<HttpBody>> {
  return changeWith(context, checkout_id, (checkout) => findLine(checkout, line_item_id), change, options);
}

/**
 * Changes an open cart: loads it, decides, writes and responds. Payment, cancellation and UCP have their own functions.
 * The changed cart is priced inside the transaction, so that a cart that cannot be priced is never stored. Unless it
 * must be stored for repeats, the response is rendered after the lock is released.
 */
function changeWith<HttpBody, Found>(
  context: CartContext,
  id: string,
  find: (checkout: Checkout) => Found,
  change: (cart: Cart, found: Found) => Checkout,
  { needs, toAnswer = fullAnswer, acceptsTerms = false, event }: CartChange<HttpBody, Found>,
): Promise<CheckoutAnswer<HttpBody>> {
  return context.update(
    (rows) => {
      const { checkout, found } = ownCheckoutWith(rows, context, id, find);
      assertOpen(checkout, context.now);
      const first = firstWrites(rows, context, checkout);
      const cart = cartOf(rows, checkout, context.now, needs);
      const changed = { ...cart, checkout: extendLifetime(change(cart, found), context.now) };
      const put = replaceWrite('checkout', checkout, recordSeenTerms(changed, acceptsTerms));
      const { row } = put;
      // `once_per_buyer` discounts depend on the buyer, so a changed buyer needs fresh reads.
      const sameBuyer = row.buyer_key === checkout.buyer_key;
      const priced = priceCart(sameBuyer ? { ...cart, checkout: row } : cartOf(rows, row, context.now));
      const main = event
        ? buildCheckoutWrites(authorOf(context), cart.shop.organization_id, put, event.action, event.changed)
        : [put];
      return {
        writes: [...first, ...main, ...cartWriteBack(rows, checkout, row)],
        answer: () => toAnswer(context.services.view, priced, cart, found),
      };
    },
    ...buildCheckoutHints(context, id, needs),
    ...buildFirstChangeHints(context, id),
  );
}

/** Lists the rows that a response with this checkout reads, as far as they are known in advance. */
export function buildCheckoutHints(
  { caller }: Pick<Context, 'caller'>,
  checkoutId: string,
  needs?: CartNeeds,
): Wanted[] {
  return caller.deployment ? buildCartHints(caller.deployment.shop_id, checkoutId, needs) : [];
}
