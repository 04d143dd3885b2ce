import type { Context } from '../../calls/context.js';

/** Context for all changes of a cart. */
export type CartContext = Context<'carts' | 'view'>;

/** Context for calls that pay, or that first resolve an open payment. */
export type PaymentContext = Context<'carts' | 'view' | 'payments'>;

/** Context for calls that may place an order, about which notices are sent. */
export type OrderingContext = PaymentContext & Context<'mail'>;

/** Context for calls that build a checkout and pay it. */
export type PurchaseContext = OrderingContext & Context<'search'>;
