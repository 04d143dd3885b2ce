import type { Answer } from '../../calls/answer.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Assessment } from '../../domain/checkout/status.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import type { Rows } from '../../ports.js';

/** Functions that build a surface's responses to a payment. */
export interface PaymentResponses<Body> {
  /** `assessment`: that of the checkout, if it is known. */
  answer(rows: Rows, checkout: Checkout, assessment?: Assessment): Answer<Body>;
  /**
   * Builds the immediate response to another call during a payment. Without this function, the call waits for the
   * outcome, as repeats do.
   */
  inProgress?(rows: Rows, checkout: Checkout): Answer<Body>;
  /** Builds the response to a declined payment. Without this function, the call fails with `refusal`. */
  refused?(rows: Rows, checkout: Checkout, refusal: PortalError): Answer<Body>;
}
