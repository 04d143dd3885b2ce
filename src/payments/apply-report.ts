import type { Order } from '../domain/order/order.js';
import { nextReportedChange, type ProviderReport } from '../domain/order/provider-report.js';
import type { Payment } from '../domain/payment/payment.js';
import type { Decision, PaymentReport, Rows } from '../ports.js';
import { buildOrderWrites } from '../records/order-writes.js';
import { askedWrite, askLater, paymentAttempt, paymentPlace } from './due-payment.js';
import type { Resolver } from './resolve-payment.js';

/** Maximum number of times that the handler is asked in a row because the order changed meanwhile. */
const MAX_TRIES = 3;

/** Versions of an order and its payment. */
interface Versions {
  readonly order: number;
  readonly payment: number;
}

/**
 * Asks the handler about an order's payment, and records what happened to it without the portal. A report is applied
 * only to the order that the handler was asked about: if that has changed, its totals may be older than the order's. If
 * the handler does not respond, it is asked again later.
 */
export async function applyReport(by: Resolver, paymentId: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const found = await by.read((rows) => findPaid(rows, paymentId));
    if (!found) return;
    const report = await by.gateway.report(found.attempt, found.place);
    if (!report) return askLater(by, { id: paymentId, version: found.versions.payment });
    if (await applyAll(by, paymentId, found.versions, reportOf(report))) return;
  }
}

function findPaid(rows: Rows, paymentId: string) {
  const pair = readPair(rows, paymentId);
  if (!pair) return undefined;
  const { order, payment } = pair;
  return {
    place: paymentPlace(rows, payment),
    attempt: paymentAttempt(payment, order),
    versions: { order: order.version, payment: payment.version },
  };
}

function readPair(rows: Rows, paymentId: string): { readonly payment: Payment; readonly order: Order } | undefined {
  const payment = rows.get('payment', paymentId);
  const order = payment?.order_id === undefined ? undefined : rows.get('order', payment.order_id);
  return payment && order && { payment, order };
}

/** Returns the view of an authorized or declined payment. Other outcomes say nothing about the payment of an order. */
function reportOf(report: PaymentReport): ProviderReport | undefined {
  if (report.state === 'declined') return { paid: false, ended: true, disputes: [] };
  if (report.state !== 'authorized') return undefined;
  const { captured, refunded, disputes = [] } = report;
  const paid = report.payment_status === 'paid';
  return {
    ...{ paid, disputes, ended: report.ended ?? paid },
    ...(captured !== undefined && { captured }),
    ...(refunded !== undefined && { refunded }),
    ...(report.payment_status === 'authorized' && { authorized_until: report.authorized_until }),
  };
}

/** Applies each difference in a transaction of its own. Resolves to false if the order was changed meanwhile. */
async function applyAll(
  by: Resolver,
  paymentId: string,
  versions: Versions,
  report: ProviderReport | undefined,
): Promise<boolean> {
  let seen: Versions | undefined = versions;
  while (seen) {
    const expected: Versions = seen;
    const next = await by.step((rows) => applyNext(rows, by, paymentId, expected, report));
    if (next === 'changed') return false;
    seen = next;
  }
  return true;
}

type Next = Versions | 'changed' | undefined;

function applyNext(
  rows: Rows,
  by: Resolver,
  paymentId: string,
  seen: Versions,
  report: ProviderReport | undefined,
): Decision<Next> {
  const pair = readPair(rows, paymentId);
  if (pair?.order.version !== seen.order || pair.payment.version !== seen.payment)
    return { writes: [], result: 'changed' };
  const { order, payment } = pair;
  const now = by.gateway.now();
  const ids = { capture: by.ids.next('cap'), refund: by.ids.next('adj') };
  const [after, action] = (report && nextReportedChange(order, report, ids, now)) ?? [];
  if (!after || action === undefined) {
    const writes = payment.ask_at === undefined ? [] : [askedWrite(payment, now, order)];
    return { writes, result: undefined };
  }
  const { writes } = buildOrderWrites(rows, { ...by, now }, order, after, action);
  const version = (table: 'order' | 'payment', before: number) =>
    writes.find((write) => write.type === 'put' && write.table === table) ? before + 1 : before;
  return { writes, result: { order: version('order', order.version), payment: version('payment', payment.version) } };
}
