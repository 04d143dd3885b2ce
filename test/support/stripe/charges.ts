import type { Charge, Intent, Method, Refund } from './objects.js';
import type { State } from './state.js';

const WEEK = 7 * 24 * 60 * 60;

/** Charges a PaymentIntent whose bank agreed: takes the money, or reserves it. */
export function chargePaid(state: State, intent: Intent, method: Method): void {
  const isLater = intent.capture_method === 'manual';
  const charge = addCharge(state, intent, method, 'succeeded');
  intent.status = isLater ? 'requires_capture' : 'succeeded';
  intent.amount_capturable = isLater ? intent.amount : 0;
  if (!isLater) takeAll(intent, charge);
  state.emit('charge.succeeded', charge);
  state.emit(isLater ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
}

/** Records a payment that a bank has yet to decide. */
export function chargeProcessing(state: State, intent: Intent, method: Method): void {
  addCharge(state, intent, method, 'pending');
  intent.status = 'processing';
  state.emit('payment_intent.processing', intent);
}

/** Records a failed attempt to pay; the PaymentIntent accepts another payment method. */
export function chargeFailed(state: State, intent: Intent, method: Method, code: string, decline_code?: string): void {
  const charge = addCharge(state, intent, method, 'failed');
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    type: 'card_error',
    code,
    ...(decline_code && { decline_code }),
    message: 'Your card was declined.',
  };
  state.emit('charge.failed', charge);
  state.emit('payment_intent.payment_failed', intent);
}

export function takeAll(intent: Intent, charge: Charge): void {
  intent.amount_received = intent.amount;
  charge.amount_captured = intent.amount;
  charge.captured = true;
}

/** Releases what was reserved and not captured. Stripe records this as a refund in which no money moves. */
export function release(state: State, intent: Intent, charge: Charge, reason: string | null): void {
  const amount = charge.amount - charge.amount_captured;
  intent.amount_capturable = 0;
  if (amount > 0) addRefund(state, charge, amount, { reason, metadata: {}, moves: false });
}

export function addRefund(
  state: State,
  charge: Charge,
  amount: number,
  {
    reason,
    metadata,
    moves,
  }: { readonly reason: string | null; readonly metadata: Record<string, string>; readonly moves: boolean },
): Refund {
  const refund: Refund = {
    id: state.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: moves ? state.newId('txn') : null,
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status: moves ? state.refundsAre : 'succeeded',
  };
  state.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  return refund;
}

function addCharge(state: State, intent: Intent, method: Method, status: Charge['status']): Charge {
  const charge: Charge = {
    id: state.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    captured: false,
    created: state.now(),
    currency: intent.currency,
    disputed: false,
    metadata: { ...intent.metadata },
    payment_intent: intent.id,
    payment_method_details: {
      type: method.type,
      ...(method.type === 'card' && { card: cardDetails(state, intent) }),
    },
    refunded: false,
    status,
  };
  state.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

function cardDetails(state: State, intent: Intent) {
  const status = intent.wants_multicapture ? 'available' : 'unavailable';
  return {
    ...(intent.capture_method === 'manual' && { capture_before: state.now() + WEEK }),
    multicapture: { status },
  };
}
