import type { BuyerConsent } from '../../domain/checkout/platform-part.js';
import type { PaymentInput } from '../../schema/payment.js';

/** A platform's request to complete. */
export interface PaymentRequest {
  /** `undefined` if no instrument was sent. */
  readonly payment: PaymentInput | undefined;
  /** `undefined` keeps earlier consent. */
  readonly consent: BuyerConsent | undefined;
}
