import { PortalError } from '../errors/portal-error.js';
import { type CaptureResult, type PaymentCapture, settleCapture } from '../payment/capture.js';
import { applyPayment } from '../payment/transitions.js';
import { mulDiv, sum } from '../values/money.js';
import { chargedPerLine } from './line-money.js';
import type { Order } from './order.js';
import { capturableAmount, progressOf, withProgress } from './order-payment.js';
import { assertAllowed } from './permitted.js';

/** Captures of an authorized payment (docs/orders.md, Capture). Amounts are in minor units. */

export interface CaptureRequest {
  /** Defaults to everything that can be captured. */
  readonly amount?: number | undefined;
  /** True to capture nothing more later. */
  readonly final?: boolean | undefined;
}

/**
 * Requests a capture, which is pending until the payment handler confirms it.
 * @throws PortalError `order_not_payable`, `capture_exceeds_authorized`, `limit_exceeded`
 */
export function capture(order: Order, { amount, final = false }: CaptureRequest, id: string, now: number): Order {
  assertAllowed(order, 'capture');
  const most = capturableAmount(order);
  if (amount !== undefined && amount > most)
    throw new PortalError('capture_exceeds_authorized', `amount: at most ${most} (minor units) can be captured`);
  return request({ ...order, updated_at: now }, { id, amount: amount ?? most, final, created_at: now });
}

/** Appends a capture. It is final if nothing is left after it, or the payment can be captured only once. */
function request(order: Order, { final, ...asked }: Omit<PaymentCapture, 'status'>): Order {
  const { parts, captures = [] } = progressOf(order);
  const isFinal = final || parts === 'once' || asked.amount === capturableAmount(order);
  const added = { ...asked, final: isFinal, status: 'pending' as const };
  return withProgress(order, applyPayment(progressOf(order), 'capture', { captures: [...captures, added] }));
}

/** Records the outcome of a capture. After a final one, nothing more is captured. */
export function resolveCapture(order: Order, id: string, result: CaptureResult, now: number): Order {
  const progress = progressOf(order);
  const captures = (progress.captures ?? []).map((one) => (one.id === id ? settleCapture(one, result, now) : one));
  const isOver = captures.some((one) => one.id === id && one.status === 'completed' && one.final);
  const changed = { ...order, updated_at: now };
  // The authorization may have ended before the outcome arrived.
  if (progress.state !== 'authorized') return withProgress(changed, { ...progress, captures });
  return withProgress(changed, applyPayment(progress, isOver ? 'close' : 'capture', { captures }));
}

/**
 * Requests the capture that the shop's policy prescribes for a change of the order: the share of shipped units, or
 * everything once no unit is left to ship. `event_id`: the fulfillment event that shipped units.
 */
export function captureShipped(
  before: Order,
  after: Order,
  { id, event_id }: { readonly id: string; readonly event_id?: string },
  now: number,
): Order {
  const amount = dueAmount(before, after);
  if (amount === 0) return after;
  return request(after, { id, amount, final: false, created_at: now, ...(event_id !== undefined && { event_id }) });
}

function dueAmount(before: Order, after: Order): number {
  const { policy, parts } = progressOf(after);
  const most = policy ? capturableAmount(after) : 0;
  if (before.status !== 'fulfilled' && after.status === 'fulfilled') return most;
  if (policy !== 'on_shipment') return 0;
  const share = shippedShare(before, after);
  return parts === 'once' && share.units > 0 ? most : Math.min(most, share.amount);
}

/** Units that a change has shipped, and their share of the total. The shares of all units add up to the total. */
function shippedShare(before: Order, after: Order): { readonly units: number; readonly amount: number } {
  const charged = chargedPerLine(after);
  const shipped = ({ quantity }: Order['line_items'][number]) => quantity.fulfilled;
  const worth = (order: Order) =>
    sum(order.line_items.map((line, index) => mulDiv(charged[index] ?? 0, shipped(line), line.quantity.total)));
  const units = (order: Order) => sum(order.line_items.map(shipped));
  return { units: units(after) - units(before), amount: worth(after) - worth(before) };
}
