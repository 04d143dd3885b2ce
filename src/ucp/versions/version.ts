import type { Capability } from '../capabilities.js';
import type { CanonicalCheckout } from '../checkout/canonical.js';
import type { WantedCheckout } from '../checkout/wanted.js';
import type { WantedPayment } from '../checkout/wanted-payment.js';

/** What differs between two versions of the protocol: how requests are read, and how answers are written. */
export interface ProtocolVersion {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Those that it defines and the portal can serve. */
  readonly capabilities: readonly Capability[];
  /**
   * The body of a create or an update. Members of capabilities that are not active are not read.
   * @throws PortalError `invalid_request`
   */
  readCheckout(body: unknown, active: ReadonlySet<string>): WantedCheckout;
  /**
   * The body of a complete.
   * @throws PortalError `invalid_request`
   */
  readCompletion(body: unknown, active: ReadonlySet<string>): WantedPayment;
  /** The checkout on the wire, without `ucp`. */
  checkout(canonical: CanonicalCheckout, active: ReadonlySet<string>): object;
}
