import type { Adjustment } from './adjustment.js';
import type { Order } from './order.js';
import { withoutReferences } from './received-amount.js';

/**
 * Returns the order as the buyer and the buyer's agents may see it: only with visible reasons, and without the
 * merchant's note, who drafted it, problems with mail, the references of received amounts, the payment handlers' messages,
 * the disputes, and tracking that was corrected.
 */
export function hideFromBuyer(order: Order): Order {
  const { hold_reason, cancel_reason, note, hold_note, mail_problem, drafted_by, ...rest } = order;
  return {
    ...rest,
    ...(order.hold_visible && hold_reason !== undefined && { hold_reason }),
    ...(order.cancel_visible && cancel_reason !== undefined && { cancel_reason }),
    fulfillment: {
      ...order.fulfillment,
      events: order.fulfillment.events.map(({ earlier_tracking, ...event }) => event),
    },
    adjustments: order.adjustments.map(adjustmentForBuyer),
    payment: paymentForBuyer(order.payment),
  };
}

function paymentForBuyer({ progress, ...rest }: Order['payment']): Order['payment'] {
  const payment = withoutReferences(rest);
  if (!progress) return payment;
  const { disputes: _disputes, ...shown } = progress;
  const captures = shown.captures?.map((one) => (one.status === 'failed' ? { ...one, failure: '' } : one));
  return { ...payment, progress: { ...shown, ...(captures && { captures }) } };
}

function adjustmentForBuyer(adjustment: Adjustment): Adjustment {
  const { reason, ...silent } = adjustment;
  const shown = adjustment.visible ? adjustment : silent;
  if (shown.status !== 'failed') return shown;
  const { failure, ...told } = shown;
  return told;
}
