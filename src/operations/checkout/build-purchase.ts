import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Context } from '../../calls/context.js';
import { type Cart, type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import { applyCode } from '../../domain/checkout/discounts.js';
import type { AddedLine } from '../../domain/checkout/lines.js';
import { price } from '../../domain/checkout/pricing.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { selectOptionOrCheapest, setDestination } from '../../domain/checkout/selection.js';
import { isExpired } from '../../domain/checkout/status.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import type { Buyer, Destination, PostalAddress } from '../../domain/values/address.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import { type CartNeeds, cartOf } from '../../records/assessment.js';
import { addEntries, listItemIds } from './add-entries.js';
import { closedError } from './change-cart.js';
import { replaceBuyer } from './replace-buyer.js';

/** Lines, buyer and delivery of a purchase. */
export interface Purchase {
  readonly line_items: readonly AddedLine[];
  readonly buyer: Buyer;
  readonly billing_address?: PostalAddress | undefined;
  readonly destination?: Destination | undefined;
  /** Omit where nothing is to be chosen. */
  readonly selected_option_id?: string | undefined;
  readonly discount_codes?: readonly string[] | undefined;
}

/** Returns the rows that `findPurchase` reads to build a checkout. */
export function buildPurchaseNeeds({ line_items, discount_codes = [] }: Purchase): CartNeeds {
  return { itemIds: listItemIds(line_items), codes: discount_codes.map(normalizeCode) };
}

/**
 * Finds the checkout that an earlier run of this call stored, as it is now, or builds a new one with the functions of
 * the single operations.
 * @throws PortalError those of these functions; `idempotency_conflict`, `checkout_closed`, `version_conflict`
 */
export function findPurchase(rows: Rows, context: Context<'carts'>, id: string, purchase: Purchase): Checkout {
  const { call, now, services } = context;
  const { repeatable } = call;
  const content = repeatable && hashPurchase(purchase, services.carts.buyerSecret);
  const stored = repeatable && rows.get('checkout', id);
  if (stored && (stored.direct?.content !== content || !isOwn(stored, context.caller))) throw repeatable.conflict();
  context.expectVersion(stored);
  if (!stored) return buildPurchase(rows, context, newDirectCheckout(context, id, content), purchase);
  if (stored.state === 'canceled' || isExpired(stored, now))
    throw closedError(stored, now).withNextStep('Call buy again with another idempotency_key.', 'buy');
  return stored;
}

/** Payment and total are not covered, so that a repeat may agree to another total. */
function hashPurchase(purchase: Purchase, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(canonicalize(purchase) ?? '')
    .digest('hex');
}

function newDirectCheckout({ caller, now }: Context, id: string, content: string | undefined): Checkout {
  const { id: deployment_id, shop_id } = required(caller.deployment, 'deployment');
  const owner = { shop_id, deployment_id, buyer_id: caller.buyer_id ?? '' };
  return { ...newCheckout(id, owner, now), direct: content === undefined ? {} : { content } };
}

function buildPurchase(rows: Rows, context: Context<'carts'>, fresh: Checkout, purchase: Purchase): Checkout {
  const { now, services } = context;
  const { destination, discount_codes = [], selected_option_id } = purchase;
  // Discounts that are limited per buyer are read by the buyer's key, so the buyer comes first.
  const empty = replaceBuyer(fresh, purchase, services.carts.buyerSecret);
  const changes: readonly ((cart: Cart) => Checkout)[] = [
    (cart) => addEntries(context, cart, purchase.line_items),
    (cart) => (destination ? setDestination(cart, destination) : cart.checkout),
    ...discount_codes.map((code) => (cart: Cart) => applyCode(cart, code, price(cart).lines)),
    (cart) => (selected_option_id === undefined ? cart.checkout : selectOptionOrCheapest(cart, selected_option_id)),
    (cart) => recordSeenTerms(cart, true),
  ];
  let cart = cartOf(rows, empty, now, buildPurchaseNeeds(purchase));
  for (const change of changes) cart = { ...cart, checkout: change(cart) };
  return cart.checkout;
}
