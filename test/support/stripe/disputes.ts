import type { Dispute } from './objects.js';
import type { State } from './state.js';

const WEEK = 7 * 24 * 60 * 60;

/** The buyer disputes a charge. */
export function openDispute(state: State, intentId: string, amount: number): Dispute {
  const charge = state.charge(state.intent(intentId).latest_charge);
  const dispute: Dispute = {
    id: state.newId('du'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    evidence_details: { due_by: state.now() + WEEK },
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  state.emit('charge.dispute.created', dispute);
  return dispute;
}

export function endDispute(state: State, dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): void {
  dispute.status = status;
  state.emit('charge.dispute.closed', dispute);
}
