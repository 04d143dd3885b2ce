import type { Context } from '../../calls/context.js';
import { type Cart, type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import { applyCode } from '../../domain/checkout/discounts.js';
import type { AddedLine } from '../../domain/checkout/lines.js';
import { price } from '../../domain/checkout/pricing.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { selectOptionOrCheapest, setDestination } from '../../domain/checkout/selection.js';
import type { ErrorCode } from '../../domain/errors/portal-error.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import type { Buyer, Destination, PostalAddress } from '../../domain/values/address.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import { type CartNeeds, cartOf } from '../../records/assessment.js';
import { addEntries, LINE_ENTRY_ERRORS, listItemIds } from './add-entries.js';
import { claimSpender } from './claim-spender.js';
import { replaceBuyer } from './replace-buyer.js';

/** Errors of `buildPurchase`. */
export const PURCHASE_ERRORS = [
  ...LINE_ENTRY_ERRORS,
  'fulfillment_option_unknown',
  'fulfillment_destination_required',
  'discount_code_invalid',
  'discount_code_expired',
  'discount_code_ineligible',
  'discount_code_already_applied',
] as const satisfies readonly ErrorCode[];

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

/** Returns the rows that `buildPurchase` reads. */
export function buildPurchaseNeeds({ line_items, discount_codes = [] }: Purchase): CartNeeds {
  return { itemIds: listItemIds(line_items), codes: discount_codes.map(normalizeCode) };
}

/**
 * Builds a cart with a checkout of version 0, with the functions of the single operations.
 * @throws PortalError those of these functions
 */
export function buildPurchase(rows: Rows, context: Context<'carts'>, id: string, purchase: Purchase): Cart {
  const { caller, now, services } = context;
  const { destination, discount_codes = [], selected_option_id } = purchase;
  const { id: deployment_id, shop_id } = required(caller.deployment, 'deployment');
  const owner = { shop_id, deployment_id, buyer_id: caller.buyer_id ?? '' };
  const fresh = claimSpender(newCheckout(id, owner, now), caller);
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
  return cart;
}
