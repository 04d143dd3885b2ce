import { isDisputed } from './dispute.js';
import { amountReceived, type PaymentProgress, type PaymentState } from './payment.js';

export const PAYMENT_STATUSES = [
  'pending',
  'authorized',
  'partially_captured',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'disputed',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Payment status by the amounts received and refunded. `kept`: received, and nothing was refunded. */
interface ByAmounts {
  readonly nothing: PaymentStatus;
  readonly kept: PaymentStatus;
  readonly part_refunded: PaymentStatus;
  readonly all_refunded: PaymentStatus;
}

function always(status: PaymentStatus): ByAmounts {
  return { nothing: status, kept: status, part_refunded: status, all_refunded: status };
}

const STATUSES: Readonly<Record<PaymentState, ByAmounts>> = {
  started: always('pending'),
  action_required: always('pending'),
  owed: always('pending'),
  authorized: { ...always('partially_captured'), nothing: 'authorized' },
  captured: { nothing: 'paid', kept: 'paid', part_refunded: 'partially_refunded', all_refunded: 'refunded' },
  voiding: always('pending'),
  voided: always('voided'),
  declined: always('voided'),
  lapsed: always('voided'),
};

/**
 * Derives the payment status of an order from its payment and its confirmed refunds, in minor units. A dispute that is
 * open or lost outweighs everything else.
 */
export function derivePaymentStatus(progress: PaymentProgress, refunded: number): PaymentStatus {
  if (isDisputed(progress)) return 'disputed';
  const isReleasing = progress.state === 'voiding' && progress.authorized_until !== undefined;
  return STATUSES[isReleasing ? 'authorized' : progress.state][amountsOf(amountReceived(progress), refunded)];
}

function amountsOf(received: number, refunded: number): keyof ByAmounts {
  if (received === 0) return 'nothing';
  if (refunded === 0) return 'kept';
  return refunded < received ? 'part_refunded' : 'all_refunded';
}
