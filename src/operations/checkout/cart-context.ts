import type { Context } from '../../calls/context.js';

/** Context for all changes of a cart. */
export type CartContext = Context<'carts' | 'view'>;

/** Context for calls that pay, or that first resolve an open payment. */
export type PaymentContext = Context<'carts' | 'view' | 'payments'>;
