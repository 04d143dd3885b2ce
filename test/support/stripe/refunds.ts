import { invalidRequest } from './api-error.js';
import { addRefund } from './charges.js';
import type { FormValues } from './form-values.js';
import { readMetadata } from './metadata.js';
import type { Charge, Refund } from './objects.js';
import type { State } from './state.js';

/** Refunds part or all of what was captured. */
export function createRefund(state: State, form: FormValues): Refund {
  const intent = state.intent(form.text('payment_intent') ?? '');
  const charge = state.charge(intent.latest_charge);
  const left = charge.amount_captured - moneyBack(state, charge);
  const amount = form.integer('amount') ?? left;
  if (hasLostDispute(state, charge)) throw invalidRequest('The charge was charged back.', { code: 'charge_disputed' });
  if (charge.amount_captured > 0 && left === 0)
    throw invalidRequest('Charge has already been refunded.', { code: 'charge_already_refunded' });
  if (amount > left)
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
  const refund = addRefund(state, charge, amount, { reason: null, metadata: readMetadata(form), moves: true });
  state.emit('refund.created', refund);
  state.emit('charge.refunded', charge);
  return refund;
}

/** Ends a pending refund, or reverses one that succeeded. */
export function endRefund(state: State, refund: Refund, status: 'succeeded' | 'failed'): void {
  refund.status = status;
  if (status === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card';
    const charge = state.charge(refund.charge);
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  state.emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
}

function moneyBack(state: State, charge: Charge): number {
  return [...state.refunds.values()]
    .filter((one) => one.charge === charge.id && one.balance_transaction !== null && one.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}

function hasLostDispute(state: State, charge: Charge): boolean {
  return [...state.disputes.values()].some((one) => one.charge === charge.id && one.status === 'lost');
}
