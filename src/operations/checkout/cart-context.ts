import type { Context } from '../../calls/context.js';

/** Context of every change of a cart: the secret of its ids, and its view. */
export type CartContext = Context<'carts' | 'view'>;

/** The same with the payment handlers, for calls that pay, or that resolve an open payment first. */
export type PaymentContext = Context<'carts' | 'view' | 'payments'>;
