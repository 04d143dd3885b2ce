import { amountLost } from '../domain/payment/dispute.js';
import { changePayment, GIVE_UP_AFTER_MS, type Payment } from '../domain/payment/payment.js';
import { type Decision, type PaymentReport, type Rows, replaceWrite } from '../ports.js';
import { auditWrite } from '../records/audit.js';
import { ASK_AGAIN_MS, askLater, paymentAttempt, paymentPlace } from './due-payment.js';
import { ignoreHandlerDown } from './payment-gateway.js';
import type { Resolver } from './resolve-payment.js';

/**
 * State of a payment that has ended without an order. `open`: it can still succeed. `held`: money was captured or is
 * reserved, and not all of it went back. `returned`: all of it went back. `over`: it has no money and never will.
 */
type AfterEnd = 'open' | 'held' | 'returned' | 'over';

/**
 * Checks a payment that ended without an order. One that has succeeded nevertheless, or still can, is voided again; a
 * success is reported once. If the handler does not respond, it is asked again later.
 */
export async function checkEndedPayment(by: Resolver, payment: Payment): Promise<void> {
  const attempt = paymentAttempt(payment);
  const place = await by.read((rows) => paymentPlace(rows, payment));
  const report = await by.gateway.report(attempt, place);
  if (!report) return askLater(by, payment);
  const found = stateAfterEnd(report, payment);
  if (isUnended(found)) {
    const isVoided = await by.gateway.void(payment, place).then(() => true, ignoreHandlerDown);
    if (!isVoided) return askLater(by, payment);
  }
  const isNew = await by.step((rows) => recordState(rows, by, payment, found));
  if (isNew) by.gateway.noteLateSuccess(payment);
  if (found === 'open' || (found === 'held' && payment.progress.late_success))
    by.gateway.noteVoidWithoutEffect(payment);
}

function stateAfterEnd(report: PaymentReport, { amount }: Payment): AfterEnd {
  if (report.state === 'pending' || report.state === 'action_required') return 'open';
  // A payment that is owed is no success: its money comes outside the portal, if at all.
  if (report.state !== 'authorized' || report.payment_status === 'pending') return 'over';
  const { captured = report.payment_status === 'paid' ? amount : 0, refunded = 0, ended = false } = report;
  if (captured > refunded + amountLost(report)) return 'held';
  if (captured > 0) return 'returned';
  return ended ? 'over' : 'held';
}

const isUnended = (found: AfterEnd) => found === 'open' || found === 'held';
const isSuccess = (found: AfterEnd) => found === 'held' || found === 'returned';

/** Builds the writes after a report. Their result is true for a success that was not recorded yet. */
function recordState(rows: Rows, by: Resolver, { id, version }: Payment, found: AfterEnd): Decision<boolean> {
  const payment = rows.get('payment', id);
  if (!payment) return { writes: [], result: false };
  // An event that arrived meanwhile has the handler asked again.
  const isCurrent = payment.version === version;
  const asked = isCurrent && { ask_at: isUnended(found) ? nextAsk(payment, by.now) : undefined };
  if (!isSuccess(found) || payment.progress.late_success) {
    const writes = asked ? [replaceWrite('payment', payment, changePayment(payment, asked, by.now))] : [];
    return { writes, result: false };
  }
  const progress = { ...payment.progress, late_success: true as const };
  const subject = { type: 'payment', id } as const;
  const writes = [
    replaceWrite('payment', payment, changePayment(payment, { progress, ...asked }, by.now)),
    auditWrite(by, payment.organization_id, subject, 'payment.late_success', ['progress']),
  ];
  return { writes, result: true };
}

/** Doubles the age of the payment, so that a void without effect is repeated some ten times in all. */
function nextAsk({ created_at }: Payment, now: number): number | undefined {
  const age = now - created_at;
  return age < GIVE_UP_AFTER_MS ? now + Math.max(ASK_AGAIN_MS, age) : undefined;
}
