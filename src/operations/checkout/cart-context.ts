import type { Context } from '../../calls/context.js';

/** What every change of a cart uses: the secret of its ids, and how it is shown. */
export type CartContext = Context<'carts' | 'view'>;

/** The same with the payment handlers, for calls that pay, or that resolve an open payment first. */
export type PaymentContext = Context<'carts' | 'view' | 'payments'>;
