import { changePayment, type Payment } from '../domain/payment/payment.js';
import { type Decision, type PaymentReport, type Rows, replaceWrite } from '../ports.js';
import { auditWrite } from '../records/audit.js';
import { askedWrite, paymentAttempt, paymentPlace } from './due-payment.js';
import { ignoreHandlerDown } from './payment-gateway.js';
import type { Resolver } from './resolve-payment.js';

/**
 * Checks a payment that ended without an order. If it has succeeded nevertheless, its money is given back and the
 * success is reported once. If the handler does not respond, the payment stays due.
 */
export async function checkEndedPayment(by: Resolver, payment: Payment): Promise<void> {
  const attempt = paymentAttempt(payment);
  const place = await by.read((rows) => paymentPlace(rows, payment));
  const report = await by.gateway.report(attempt, place);
  if (!report) return;
  const success = successOf(report, payment);
  if (success === 'held') {
    const isVoided = await by.gateway.void(payment, place).then(() => true, ignoreHandlerDown);
    if (!isVoided) return;
  }
  const isNew = await by.step((rows) => recordSuccess(rows, by, payment, success !== undefined));
  if (isNew) by.gateway.noteLateSuccess(payment);
}

/** `held`: money was captured or is reserved, and not all of it went back. `returned`: all of it went back. */
function successOf(report: PaymentReport, { amount }: Payment): 'held' | 'returned' | undefined {
  // A payment that is owed is no success: its money comes outside the portal, if at all.
  if (report.state !== 'authorized' || report.payment_status === 'pending') return undefined;
  const { captured = report.payment_status === 'paid' ? amount : 0, refunded = 0, ended = false } = report;
  if (captured > refunded) return 'held';
  if (captured > 0) return 'returned';
  return ended ? undefined : 'held';
}

/** Builds the writes after a report. Their result is true for a success that was not recorded yet. */
function recordSuccess(rows: Rows, by: Resolver, { id, version }: Payment, isSuccess: boolean): Decision<boolean> {
  const payment = rows.get('payment', id);
  if (!payment) return { writes: [], result: false };
  // An event that arrived meanwhile has the handler asked again.
  const isCurrent = payment.version === version;
  if (!isSuccess || payment.progress.late_success)
    return { writes: isCurrent ? [askedWrite(payment, by.now)] : [], result: false };
  const progress = { ...payment.progress, late_success: true as const };
  const change = isCurrent ? { progress, ask_at: undefined } : { progress };
  const subject = { type: 'payment', id } as const;
  const writes = [
    replaceWrite('payment', payment, changePayment(payment, change, by.now)),
    auditWrite(by, payment.organization_id, subject, 'payment.late_success', ['progress']),
  ];
  return { writes, result: true };
}
