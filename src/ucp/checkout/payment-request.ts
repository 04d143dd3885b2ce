import type { BuyerConsent } from '../../domain/checkout/platform-part.js';
import type { PaymentInput } from '../../schema/payment.js';

/** A platform's request to complete a checkout. */
export interface PaymentRequest {
  /** `undefined` if no instrument was sent. */
  readonly payment: PaymentInput | undefined;
  /** `undefined` keeps the stored consent. */
  readonly consent: BuyerConsent | undefined;
}
