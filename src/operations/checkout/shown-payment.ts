import type { Answer } from '../../calls/answer.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import type { Rows } from '../../ports.js';

/** How a surface shows what became of a payment. */
export interface Shown<Body> {
  answer(rows: Rows, checkout: Checkout): Answer<Body>;
  /** The answer to another call while the payment goes on, at once; absent = it waits, as repeats of the call that began it do. */
  underWay?(rows: Rows, checkout: Checkout): Answer<Body>;
  /** The answer with a payment that was declined; absent = the refusal itself. */
  refused?(rows: Rows, checkout: Checkout, refusal: PortalError): Answer<Body>;
}
