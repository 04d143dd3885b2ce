import type { CaptureOutcome, PaymentReport, RefundOutcome } from 'commerce-portal/payment-handler';
import type { Authorization, Move } from './client.js';

const SECOND = 1000;

/** Harbor's view of an attempt, in the portal's terms. */
export function reportOf(authorization: Authorization | undefined): PaymentReport {
  if (!authorization) return { state: 'unknown' };
  const { id, state, action_url, expires, captured, refunded } = authorization;
  if (state === 'action' && action_url !== undefined)
    return {
      state: 'action_required',
      action: { type: 'redirect', url: action_url },
      expires_at: expires * SECOND,
    };
  const money = { state: 'authorized', provider_reference: id, captured, refunded } as const;
  if (state === 'authorized')
    return { ...money, payment_status: 'authorized', authorized_until: expires * SECOND, ended: false };
  if (captured > 0) return { ...money, payment_status: 'paid', ended: true };
  return { state: 'declined', reason: state === 'closed' ? 'the payment was canceled' : 'Harbor Pay refused it' };
}

/** The outcome of a capture or refund. Without an answer, the portal asks again. */
export function outcomeOf(move: Move | undefined): CaptureOutcome & RefundOutcome {
  if (!move) return { state: 'pending' };
  return move.state === 'done' ? { state: 'completed' } : { state: 'failed', reason: 'Harbor Pay refused it' };
}
