import type { Capability } from '../capabilities.js';
import type { CanonicalCart, CanonicalCheckout } from '../checkout/canonical-forms.js';
import type { CheckoutRequest } from '../checkout/checkout-request.js';
import type { PaymentRequest } from '../checkout/payment-request.js';
import type { CanonicalOrder } from '../order/canonical.js';

export type Transport = 'rest' | 'mcp';

/** Differences between protocol versions: how requests are parsed and which form responses have. */
export interface ProtocolVersion {
  /** YYYY-MM-DD. */
  readonly date: string;
  /**
   * True for 2026-01-11: capabilities are a list, payment handlers are part of the checkout, and each error has its own
   * HTTP status and the body `{ code, detail }`.
   */
  readonly isEarly?: true;
  /** Bindings through which its operations can be called. */
  readonly transports: readonly Transport[];
  /** Capabilities of this version that the portal can serve. */
  readonly capabilities: readonly Capability[];
  /**
   * Parses the body of a request to create or update a checkout. Ignores members of inactive capabilities.
   * @throws PortalError `invalid_request`, `payment_instrument_invalid`
   */
  readCheckout(body: unknown, active: ReadonlySet<string>): CheckoutRequest;
  /**
   * Parses the body of a request to create or update a cart.
   * @throws PortalError `invalid_request`
   */
  readCart(body: unknown, active: ReadonlySet<string>): CheckoutRequest;
  /**
   * Parses the body of a request to complete a checkout.
   * @throws PortalError `invalid_request`, `payment_instrument_invalid`
   */
  readCompletion(body: unknown, active: ReadonlySet<string>): PaymentRequest;
  /** Wire form of a checkout, without `ucp`. */
  checkout(canonical: CanonicalCheckout, active: ReadonlySet<string>): object;
  /** Wire form of an order, without `ucp`. */
  order(canonical: CanonicalOrder, active: ReadonlySet<string>): object;
  /** Wire form of a cart, without `ucp`. */
  cart(canonical: CanonicalCart, active: ReadonlySet<string>): object;
}
