import type { PaymentCapture } from '../payment/capture.js';
import { type Dispute, markReminded } from '../payment/dispute.js';
import { applyPayment } from '../payment/transitions.js';
import { allocate, sum } from '../values/money.js';
import { type Adjustment, amountRefunded, refundOf } from './adjustment.js';
import { endAuthorization, extendAuthorization } from './authorization.js';
import { lineMoney } from './line-money.js';
import type { Order } from './order.js';
import {
  amountPaid,
  capturableAmount,
  isCapturing,
  isVoiding,
  payableTotal,
  pendingCaptures,
  progressOf,
  voidIfNothingIsLeft,
  withProgress,
} from './order-payment.js';

/** Changes of an order's money that its payment provider reports. Amounts are in minor units. */

/** The provider's view of a payment. Totals are over its lifetime, and absent if the handler does not track them. */
export interface ProviderReport {
  /** True if everything was captured. */
  readonly paid: boolean;
  readonly captured?: number;
  readonly refunded?: number;
  /** True if nothing more can be captured. */
  readonly ended: boolean;
  readonly authorized_until?: number;
  readonly disputes: readonly Dispute[];
}

/** A change of an order, and its action in the history. */
type Change = readonly [order: Order, action: string];

/**
 * Returns the first difference between a report and its order as a change of the order; `undefined` if there is none.
 * Captures and refunds in progress may be part of the totals already, so only what exceeds them was made without the
 * portal. `ids`: of a new capture or refund.
 */
export function nextReportedChange(
  order: Order,
  report: ProviderReport,
  ids: { readonly capture: string; readonly refund: string },
  now: number,
): Change | undefined {
  const current = { ...order, updated_at: now };
  return (
    payOwed(current, report) ??
    recordCapture(current, report, ids.capture) ??
    recordRefund(current, report, ids.refund) ??
    recordDispute(current, report) ??
    changeAuthorization(current, report)
  );
}

/** True while a report can be incomplete, because its totals may contain captures or refunds in progress or not. */
export function isMoneyMoving(order: Order): boolean {
  return isCapturing(order) || isVoiding(order) || order.adjustments.some(({ status }) => status === 'pending');
}

function payOwed(order: Order, { paid, captured = payableTotal(order) }: ProviderReport): Change | undefined {
  const progress = progressOf(order);
  if (progress.state !== 'owed' || !paid) return undefined;
  // The provider's total may contain what the merchant has recorded, so the two are not added.
  const received = Math.max(captured, amountPaid(order));
  return [withProgress(order, applyPayment(progress, 'pay', { paid: received })), 'order.paid'];
}

function recordCapture(order: Order, report: ProviderReport, id: string): Change | undefined {
  const progress = progressOf(order);
  const known = amountPaid(order) + sum(pendingCaptures(order).map(({ amount }) => amount));
  const { captured = report.paid ? known + capturableAmount(order) : known, ended } = report;
  if (captured <= known || progress.state === 'owed') return undefined;
  const final = ended && !isCapturing(order);
  const settled = { status: 'completed' as const, created_at: order.updated_at, settled_at: order.updated_at };
  const capture: PaymentCapture = { id, amount: captured - known, final, external: true, ...settled };
  const added = applyPayment(progress, 'capture', { captures: [...(progress.captures ?? []), capture] });
  const isOver = final && added.state === 'authorized';
  const after = withProgress(order, isOver ? applyPayment(added, 'close') : added);
  return [voidIfNothingIsLeft(after), 'order.capture_completed'];
}

function recordRefund(order: Order, { refunded = 0 }: ProviderReport, id: string): Change | undefined {
  const { adjustments, updated_at: now } = order;
  const pending = sum(adjustments.map((one) => (one.status === 'pending' ? refundOf(one) : 0)));
  // No more than was received is given back, as far as the order knows; the rest follows with the capture.
  const amount = Math.min(refunded, amountPaid(order)) - amountRefunded(order) - pending;
  if (amount <= 0) return undefined;
  const refund: Adjustment = {
    id,
    type: 'refund',
    line_items: divideOverLines(order, amount),
    amount,
    named: true,
    external: true,
    created_at: now,
    status: 'completed',
    settled_at: now,
  };
  const after = { ...order, adjustments: [...adjustments, refund] };
  return [withProgress(after, progressOf(order)), 'order.refund_completed'];
}

/** Divides by what is left of each line or, if that is less than the amount, by what was charged for it. */
function divideOverLines(order: Order, amount: number): Adjustment['line_items'] {
  const money = lineMoney(order);
  const left = money.map(({ refundable }) => refundable);
  const weights = sum(left) >= amount ? left : money.map(({ charged }) => charged);
  const shares = allocate(amount, weights);
  return order.line_items.flatMap(({ id }, index) => {
    const share = shares[index] ?? 0;
    return share > 0 ? [{ id, quantity: 0, amount: share }] : [];
  });
}

const DISPUTE_ACTIONS = { open: 'order.dispute_opened', won: 'order.dispute_won', lost: 'order.dispute_lost' } as const;

function recordDispute(order: Order, { disputes }: ProviderReport): Change | undefined {
  const progress = progressOf(order);
  const { disputes: known = [] } = progress;
  for (const dispute of disputes) {
    const before = known.find(({ id }) => id === dispute.id);
    if (before && isSame(before, dispute)) continue;
    const action = before?.state === dispute.state ? 'order.dispute_updated' : DISPUTE_ACTIONS[dispute.state];
    const changed = withReminder(before, dispute, order.updated_at);
    const others = before ? known.map((one) => (one === before ? changed : one)) : [...known, changed];
    return [withProgress(order, { ...progress, disputes: others }), action];
  }
  return undefined;
}

/** A dispute that is reported shortly before evidence is due needs no reminder, and one that was reminded of no other. */
function withReminder(before: Dispute | undefined, dispute: Dispute, now: number): Dispute {
  if (before?.reminded && before.evidence_due === dispute.evidence_due) return { ...dispute, reminded: true };
  return markReminded({ disputes: [dispute] }, now)[0] ?? dispute;
}

/** Records that the merchant was reminded of the disputes whose evidence is due soon. */
export function remindOfEvidence(order: Order, now: number): Order {
  const progress = progressOf(order);
  return withProgress({ ...order, updated_at: now }, { ...progress, disputes: markReminded(progress, now) });
}

function isSame(one: Dispute, other: Dispute): boolean {
  return (
    one.state === other.state &&
    one.amount === other.amount &&
    one.reason === other.reason &&
    one.evidence_due === other.evidence_due
  );
}

/** Extends or ends an authorization, unless a capture in progress may still use it. */
function changeAuthorization(order: Order, report: ProviderReport): Change | undefined {
  const { state, authorized_until = 0 } = progressOf(order);
  if (state !== 'authorized' || isCapturing(order)) return undefined;
  const { updated_at: now } = order;
  const { ended, authorized_until: until = authorized_until } = report;
  if (!ended && until > Math.max(authorized_until, now))
    return [extendAuthorization(order, until, now), 'order.authorization_renewed'];
  if (!ended && authorized_until > now) return undefined;
  return [endAuthorization(order, now), 'order.authorization_expired'];
}
