import { keyedHash } from '../../calls/keyed-hash.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import { isExpired } from '../../domain/checkout/status.js';
import { messageText } from '../../domain/errors/message-text.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import { extend } from '../../domain/values/extend.js';
import { localizedError } from '../../domain/values/format-text.js';
import { required } from '../../domain/values/required.js';
import type { Rows, Wanted } from '../../ports.js';
import type { FoundCheckout } from './begin-payment.js';
import { buildPurchase, buildPurchaseNeeds, type Purchase } from './build-purchase.js';
import type { PurchaseContext } from './cart-context.js';
import { buildCheckoutHints } from './change-cart.js';
import { claimSpender } from './claim-spender.js';
import { withPayLink } from './pay-link.js';

/**
 * Finds the checkout that an earlier run of this call stored, or builds a new one. An open one is found only as long as
 * it is what the call asks for.
 * @throws PortalError those of `buildPurchase`; `idempotency_conflict`, `checkout_closed`, `version_conflict`
 */
export function findPurchase(rows: Rows, context: PurchaseContext, key: string, purchase: Purchase): FoundCheckout {
  // A new checkout has no version that the caller could have read.
  context.expectVersion(undefined);
  const content = hash(context, purchase);
  // Earlier versions used the key as the id of the checkout.
  const stored = rows.get('checkout', rows.find('purchase', key) ?? key);
  if (!stored) {
    const cart = buildPurchase(rows, context, context.ids.next('chk'), purchase);
    const checkout = extend(cart.checkout, { direct: { content }, purchase_key: key });
    return { checkout, cart: { ...cart, checkout } };
  }
  const refusal = findRefusal(context, stored, content);
  if (refusal) throw refusal;
  return { checkout: claimSpender(stored, context.caller) };
}

/** Lists the rows that `findPurchase` reads. */
export function buildPurchaseHints(context: PurchaseContext, key: string, purchase: Purchase): Wanted[] {
  return [['purchase', key], ...buildCheckoutHints(context, key, buildPurchaseNeeds(purchase))];
}

/**
 * Records in a new checkout what the call has built, so that a repeat notices other changes. A completed one needs no such
 * record.
 */
export function recordBuilt(context: PurchaseContext, checkout: Checkout): Checkout {
  return { ...checkout, direct: { ...checkout.direct, built: hash(context, contentOf(checkout)) } };
}

/** The error of a call whose stored checkout must not be paid, since it has ended or is not what the call asks for. */
function findRefusal(context: PurchaseContext, stored: Checkout, content: string): PortalError | undefined {
  const { call, caller, now } = context;
  const hasEnded = stored.state === 'canceled' || isExpired(stored, now);
  if (stored.direct?.content !== content || !isOwn(stored, caller)) {
    const conflict = required(call.repeatable, 'idempotency key').conflict();
    if (hasEnded || stored.state === 'completed') return conflict;
    return withPayLink(context, stored, conflict.withNextStep(OTHER_ARGUMENTS, 'buy'));
  }
  if (hasEnded) {
    const over = messageText('purchase_over', { checkout: stored.id });
    return localizedError('checkout_closed', over).withNextStep(ENDED, 'buy');
  }
  if (stored.state === 'completed' || stored.direct.built === hash(context, contentOf(stored))) return undefined;
  const changed = localizedError('idempotency_conflict', messageText('purchase_changed'));
  return withPayLink(context, stored, changed.withNextStep(CHANGED, 'get_checkout'));
}

const OTHER_ARGUMENTS =
  'Send the first arguments again, or use another idempotency_key if the buyer wants another purchase.';
const ENDED = 'If the buyer still wants it, call buy with another idempotency_key.';
const CHANGED = 'Show the buyer the checkout as it is now. If they agree to it, complete it.';

/** Returns the parts of a checkout that `buy` determines. Payments and confirmations of the buyer do not change them. */
function contentOf({ lines, buyer, billing_address, destination, selected_option_id, discount_codes }: Checkout) {
  const bought = lines.map(({ seen_price, ...line }) => line);
  return { lines: bought, buyer, billing_address, destination, selected_option_id, discount_codes };
}

function hash({ services }: PurchaseContext, value: unknown): string {
  return keyedHash(services.carts.buyerSecret, value);
}
