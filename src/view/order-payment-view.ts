import type { Instrument } from '../domain/checkout/checkout.js';
import { amountRefunded } from '../domain/order/adjustment.js';
import type { Order } from '../domain/order/order.js';
import { amountPaid, capturableAmount, owedAmount, progressOf } from '../domain/order/order-payment.js';
import { withoutReferences } from '../domain/order/received-amount.js';
import type { PaymentCapture } from '../domain/payment/capture.js';
import type { Dispute } from '../domain/payment/dispute.js';
import type { PaymentHandlerDescription } from '../ports.js';
import type { OrderAnswer } from '../schema/order.js';
import { isoTime } from './format.js';

/** Payment of an order, with the amounts paid and refunded. `isForMerchant`: with the merchant's references. */
export function orderPaymentView(
  stored: Order,
  handlers: readonly PaymentHandlerDescription[],
  isForMerchant: boolean,
): OrderAnswer['payment'] {
  const order = isForMerchant ? stored : { ...stored, payment: withoutReferences(stored.payment) };
  const { handler_id, instrument, provider_reference } = order.payment;
  const name = handlers.find(({ id }) => id === handler_id)?.name;
  return {
    ...(handler_id !== undefined && { handler_id }),
    ...(name !== undefined && { handler_name: name }),
    ...(instrument && displayOf(instrument)),
    ...(provider_reference !== undefined && { provider_reference }),
    amount_paid: amountPaid(order),
    amount_refunded: amountRefunded(order),
    ...receivedView(order),
    ...authorizationView(order),
  };
}

/** The amount that is still to be paid outside the portal, while there is one, and what was received there. */
export function receivedView(order: Order): Pick<OrderAnswer['payment'], 'amount_owed' | 'received'> {
  const { received } = order.payment;
  return {
    ...(progressOf(order).state === 'owed' && { amount_owed: owedAmount(order) }),
    ...(received && {
      received: received.map(({ created_at, ...one }) => ({ ...one, created_at: isoTime(created_at) })),
    }),
  };
}

/** The amount that can still be captured, and its deadline, while the payment is authorized; captures; and disputes. */
export function authorizationView(
  order: Order,
): Pick<OrderAnswer['payment'], 'amount_capturable' | 'authorized_until' | 'captures' | 'disputes'> {
  const { state, authorized_until, captures = [], disputes = [] } = progressOf(order);
  return {
    ...(state === 'authorized' &&
      authorized_until !== undefined && {
        amount_capturable: capturableAmount(order),
        authorized_until: isoTime(authorized_until),
      }),
    ...(captures.length > 0 && { captures: captures.map(captureView) }),
    ...(disputes.length > 0 && { disputes: disputes.map(disputeView) }),
  };
}

function captureView({ id, status, amount, final, event_id, external, created_at }: PaymentCapture) {
  const cause = { ...(event_id !== undefined && { event_id }), ...(external && { external }) };
  return { id, status, amount, final, ...cause, created_at: isoTime(created_at) };
}

function disputeView({ opened_at, evidence_due, reminded: _reminded, ...dispute }: Dispute) {
  const due = evidence_due === undefined ? {} : { evidence_due: isoTime(evidence_due) };
  return { ...dispute, opened_at: isoTime(opened_at), ...due };
}

/** Details of an instrument that may be shown; none for invoices. */
function displayOf(instrument: Instrument): Pick<OrderAnswer['payment'], 'instrument'> {
  const { type, brand, last_digits, expiry_month, expiry_year, rich_text_description } = instrument;
  const shown = {
    ...(type !== undefined && { type }),
    ...(brand !== undefined && { brand }),
    ...(last_digits !== undefined && { last_digits }),
    ...(expiry_month !== undefined && { expiry_month }),
    ...(expiry_year !== undefined && { expiry_year }),
    ...(rich_text_description !== undefined && { rich_text_description }),
  };
  return Object.keys(shown).length === 0 ? {} : { instrument: shown };
}
