import type { Answer } from '../../calls/answer.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import type { Rows } from '../../ports.js';

/** Responses of a surface to a payment. */
export interface PaymentResponses<Body> {
  answer(rows: Rows, checkout: Checkout): Answer<Body>;
  /** Immediate response to another call during the payment. Without it, the call waits as repeats do. */
  inProgress?(rows: Rows, checkout: Checkout): Answer<Body>;
  /** Response with a declined payment. Defaults to the error. */
  refused?(rows: Rows, checkout: Checkout, refusal: PortalError): Answer<Body>;
}
