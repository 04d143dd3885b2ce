import type { Capability } from '../capabilities.js';
import type { CanonicalCart, CanonicalCheckout } from '../checkout/canonical.js';
import type { CheckoutRequest } from '../checkout/checkout-request.js';
import type { PaymentRequest } from '../checkout/payment-request.js';
import type { CanonicalOrder } from '../order/canonical.js';

export type Transport = 'rest' | 'mcp';

/** What differs between two versions of the protocol: how requests are read, and how answers are written. */
export interface ProtocolVersion {
  /** YYYY-MM-DD. */
  readonly date: string;
  /**
   * True for 2026-01-11: capabilities are a list, payment handlers stand in the checkout, and what is refused has a status of its own
   * with `{ code, detail }`.
   */
  readonly isEarly?: true;
  /** How its operations are reached. */
  readonly transports: readonly Transport[];
  /** Those that it defines and the portal can serve. */
  readonly capabilities: readonly Capability[];
  /**
   * The body of a create or an update. Members of capabilities that are not active are not read.
   * @throws PortalError `invalid_request`
   */
  readCheckout(body: unknown, active: ReadonlySet<string>): CheckoutRequest;
  /**
   * The body of a create or an update of a cart.
   * @throws PortalError `invalid_request`
   */
  readCart(body: unknown, active: ReadonlySet<string>): CheckoutRequest;
  /**
   * The body of a complete.
   * @throws PortalError `invalid_request`
   */
  readCompletion(body: unknown, active: ReadonlySet<string>): PaymentRequest;
  /** The checkout on the wire, without `ucp`. */
  checkout(canonical: CanonicalCheckout, active: ReadonlySet<string>): object;
  /** An order on the wire, without `ucp`. */
  order(canonical: CanonicalOrder, active: ReadonlySet<string>): object;
  /** The same of a cart. */
  cart(canonical: CanonicalCart, active: ReadonlySet<string>): object;
}
