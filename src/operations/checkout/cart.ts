import { type Cart, type Checkout, touched } from '../../domain/checkout/checkout.js';
import { type Assessment, assess, isExpired } from '../../domain/checkout/status.js';
import { buyerUseKey, type Discount, discountKey, normalizeCode, useKey, usesLeft } from '../../domain/discount.js';
import { absent, PortalError } from '../../domain/errors.js';
import { itemKey } from '../../domain/item.js';
import { isOwn } from '../../domain/tenant.js';
import type { Rows } from '../../ports.js';
import type { CheckoutF } from '../../schema/checkout.js';
import { baseVariant } from '../../view/base-variant.js';
import { checkoutView } from '../../view/checkout-view.js';
import type { Answer } from '../answer.js';
import { authorOf } from '../audit.js';
import type { Context } from '../context.js';
import { required } from '../define.js';
import { stored } from '../stored.js';
import { savedCheckout } from './saved-checkout.js';

export type CheckoutAnswer = Answer<{ data: CheckoutF }>;

/**
 * The checkout that the caller may touch. Absent, another tenant's and another buyer's look the same.
 * `present` looks for what else must exist, since 404 comes before 412 and 409.
 * @throws PortalError `checkout_not_found`, `version_conflict`
 */
export function ownCheckout(
  rows: Rows,
  context: Context,
  id: string,
  present: (checkout: Checkout) => void = () => undefined,
): Checkout {
  const checkout = rows.get('checkout', id);
  if (!checkout || !isOwn(checkout, context.caller)) throw absent('checkout_not_found');
  present(checkout);
  context.expectVersion(checkout);
  return checkout;
}

/**
 * Only an open cart can change (docs/api.md, Status).
 * @throws PortalError `payment_in_progress`, `checkout_closed`
 */
export function assertOpen(checkout: Checkout, now: number): void {
  if (checkout.state === 'paying') {
    throw new PortalError('payment_in_progress', 'A payment of this checkout is under way; read it again in a moment.');
  }
  if (checkout.state === 'open' && !isExpired(checkout, now)) return;
  const why =
    checkout.state === 'completed'
      ? 'completed'
      : isExpired(checkout, now) || checkout.expired
        ? 'expired'
        : 'canceled';
  throw new PortalError('checkout_closed', `This checkout is ${why}; start a new one with the current cart.`);
}

/** A checkout with all that its price, messages and status follow from, and items about to be added. */
export function cartOf(rows: Rows, checkout: Checkout, now: number, more: CartNeeds = {}): Cart {
  const shop = required(rows.get('shop', checkout.shop_id), 'shop');
  const itemIds = [...new Set([...checkout.lines.map((line) => line.item_id), ...(more.itemIds ?? [])])];
  const codes = [...new Set([...checkout.discount_codes, ...(more.codes ?? [])])];
  const items = rows.many(
    'item',
    itemIds.map((id) => itemKey(shop.id, id)),
  );
  const counted = [...items.values()].filter((item) => item.counted).map((item) => itemKey(shop.id, item.id));
  const stock = rows.counters('stock', counted);
  const withinShop = (key: string) => key.slice(shop.id.length + 1);
  return {
    checkout,
    shop,
    items: new Map([...items.values()].map((item) => [item.id, item])),
    stock: new Map(counted.map((key) => [withinShop(key), stock.get(key) ?? 0])),
    ...discountsOf(rows, checkout, shop.id, codes),
    now,
  };
}

/** The discounts that a checkout may have, with what is left of each. */
function discountsOf(rows: Rows, { buyer_key }: Checkout, shopId: string, codes: readonly string[]) {
  const keys = codes.map((code) => discountKey(shopId, code));
  const entered = [...rows.many('discount', keys).values()].filter((discount) => !discount.automatic);
  const automatic = rows.automaticDiscounts(shopId);
  const all: readonly Discount[] = [...entered, ...automatic];
  const limited = all.filter((discount) => discount.max_uses !== undefined);
  const made = rows.counters('discount_use', limited.map(useKey));
  const once = buyer_key === undefined ? [] : all.filter((discount) => discount.once_per_buyer);
  const keyOfUse = (discount: Discount) => buyerUseKey(discount, buyer_key ?? '');
  const taken = rows.counters('buyer_use', once.map(keyOfUse));
  const byCode = (discount: Discount) => normalizeCode(discount.code);
  return {
    discounts: new Map(entered.map((discount) => [byCode(discount), discount])),
    automatic,
    uses: new Map(limited.map((discount) => [byCode(discount), usesLeft(discount, made.get(useKey(discount))) ?? 0])),
    used: new Set(once.filter((discount) => taken.has(keyOfUse(discount))).map(byCode)),
  };
}

interface CartNeeds {
  readonly itemIds?: readonly string[];
  /** Normalized discount codes. */
  readonly codes?: readonly string[];
}

/** A checkout with its price, messages and status; on its frozen terms while and after it is paid. */
export function assessmentOf(rows: Rows, checkout: Checkout, now: number): Assessment {
  return assess(cartOf(rows, checkout, now));
}

export function checkoutAnswer(context: Context, assessment: Assessment): CheckoutAnswer {
  const { version } = assessment.cart.checkout;
  return { body: { data: checkoutView(assessment, context.view) }, version };
}

/** Where the API document shows variant B, HTTP answers it. */
export function asBase(answer: CheckoutAnswer): CheckoutAnswer {
  return { ...answer, httpBody: { data: baseVariant(answer.body.data) } };
}

/** The one way an open cart changes: load, decide, save, answer. */
export function changeCart(
  context: Context,
  id: string,
  change: (cart: Cart) => Checkout,
  options: {
    readonly needs?: CartNeeds;
    /** Throws 404 for what the call names beside the cart. */
    readonly present?: (checkout: Checkout) => void;
    readonly show?: (answer: CheckoutAnswer, before: Cart) => CheckoutAnswer;
    /** What the audit trail says of the change; by itself a change of an open cart is no event. */
    readonly event?: { readonly action: string; readonly changed: readonly string[] };
  } = {},
): Promise<CheckoutAnswer> {
  return context.update((rows) => {
    const checkout = ownCheckout(rows, context, id, options.present);
    assertOpen(checkout, context.now);
    const cart = cartOf(rows, checkout, context.now, options.needs);
    const row = touched(change(cart), context.now);
    // What a discount once per buyer does follows from who the buyer is now.
    const sameBuyer = row.buyer_key === checkout.buyer_key;
    const after = sameBuyer ? { ...cart, checkout: stored(row) } : cartOf(rows, stored(row), context.now);
    const answer = checkoutAnswer(context, assess(after));
    const { event } = options;
    return {
      writes: event
        ? savedCheckout(authorOf(context), cart.shop.organization_id, row, event.action, event.changed)
        : [{ type: 'put', table: 'checkout', row }],
      answer: options.show?.(answer, cart) ?? answer,
    };
  });
}
