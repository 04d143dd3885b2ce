import type { BuyerConsent } from '../../domain/checkout/platform-part.js';
import type { PaymentInput } from '../../schema/payment.js';

/** What a platform completes with. */
export interface PaymentRequest {
  /** Undefined = no instrument was sent. */
  readonly payment: PaymentInput | undefined;
  /** Undefined keeps what was said before. */
  readonly consent: BuyerConsent | undefined;
}
