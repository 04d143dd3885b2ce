import { messageText } from '../errors/message-text.js';
import type { Shop } from '../shop/shop.js';
import type { Cart, Checkout, Terms } from './checkout.js';
import { frozenCart } from './checkout.js';
import { currentAction } from './current-action.js';
import type { Message } from './message.js';
import { listMessages } from './messages.js';
import { type Pricing, price } from './pricing.js';

export const CHECKOUT_STATUSES = [
  'incomplete',
  'ready_for_complete',
  'requires_escalation',
  'complete_in_progress',
  'completed',
  'canceled',
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

/** A cart with its prices. */
export interface PricedCart {
  readonly cart: Cart;
  /** The shop with its current settings. `cart.shop` is frozen from the start of the payment. */
  readonly shop: Shop;
  readonly pricing: Pricing;
  /** Time of the call. `cart.now` is when frozen terms were frozen. */
  readonly now: number;
}

/** All data derived from a cart, computed once per response. */
export interface Assessment extends PricedCart {
  readonly messages: readonly Message[];
  readonly status: CheckoutStatus;
}

/** True from the moment an open cart expires. Checkouts with an open payment do not expire. */
export function isExpired(checkout: Checkout, now: number): boolean {
  return checkout.state === 'open' && now >= checkout.expires_at;
}

/** Prices a cart and derives messages and status by the rules of docs/checkout.md, Status. */
export function assess(live: Cart): Assessment {
  return assessPriced(priceCart(live));
}

/** The first part of `assess`. */
export function priceCart(live: Cart): PricedCart {
  const { checkout, shop, now } = live;
  const cart = checkout.frozen ? frozenCart(checkout, checkout.frozen) : live;
  return { cart, shop, pricing: price(cart), now };
}

/** Like `assess`, for a checkout with frozen terms. `shop` has its current settings. */
export function assessFrozen(checkout: Checkout, frozen: Terms, shop: Shop, now: number): Assessment {
  const cart = frozenCart(checkout, frozen);
  return assessPriced({ cart, shop, pricing: price(cart), now });
}

/** Like `assessFrozen`, for the moment at which a checkout that was assessed before is completed with its terms. */
export function assessCompleted({ cart, shop, pricing, now }: Assessment, checkout: Checkout): Assessment {
  return { cart: { ...cart, checkout }, shop, pricing, now, messages: [], status: 'completed' };
}

/** The rest of `assess`. */
export function assessPriced({ cart, shop, pricing, now }: PricedCart): Assessment {
  const { checkout } = cart;
  const derived = (status: CheckoutStatus, messages: readonly Message[] = []) => ({
    cart,
    shop,
    pricing,
    now,
    messages,
    status,
  });
  if (checkout.state === 'completed') return derived('completed');
  if (checkout.state === 'paying') return derived('complete_in_progress', actionMessages(checkout));
  if (isExpired(checkout, now)) return derived('canceled', [EXPIRED]);
  if (checkout.state === 'canceled') return derived('canceled', checkout.expired ? [EXPIRED] : []);
  const messages = listMessages(cart, pricing);
  if (messages.some((message) => message.severity?.startsWith('requires_buyer')))
    return derived('requires_escalation', messages);
  if (messages.some((message) => message.type === 'error')) return derived('incomplete', messages);
  return derived('ready_for_complete', messages);
}

function actionMessages({ attempt }: Checkout): Message[] {
  const action = attempt && currentAction(attempt);
  if (!action) return [];
  const until = new Date(action.expires_at).toISOString();
  const text = messageText('action_needed', { until });
  const severity = 'requires_buyer_input';
  return [{ type: 'error', code: 'payment_action_required', text, path: '$.payment', severity }];
}

const EXPIRED: Message = {
  type: 'error',
  code: 'checkout_expired',
  text: messageText('cart_expired'),
  path: '$.expires_at',
  severity: 'unrecoverable',
};
