import { type Acceptance, acceptRequest, findRequest, type RequestAnswer } from '../../domain/order/answer-request.js';
import { captureShipped } from '../../domain/order/capture.js';
import type { Order } from '../../domain/order/order.js';
import { restockedUnits, restockWrites, unitsToRestock } from '../../payments/restock.js';
import type { Rows, Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';

/** An acceptance with the id of the capture that it may request. */
export interface Accepting extends Acceptance {
  readonly captureId: string;
}

/** Accepts a request, and captures what was shipped if nothing else of the order is left. */
export function acceptAndCapture(order: Order, id: string, answer: RequestAnswer, by: Accepting): Order {
  const accepted = acceptRequest(order, id, answer, by);
  return accepted.adjustments === order.adjustments
    ? accepted
    : captureShipped(order, accepted, { id: by.captureId }, by.now);
}

/** Returns units of an accepted request to the stock: canceled ones, and returned ones if that was asked for. */
export function restockAccepted(rows: Rows, before: Order, after: Order, adjustmentId: string, by: Author): Write[] {
  return [
    ...restockWrites(rows, after, unitsToRestock(before, after), 'give_back', by),
    ...restockWrites(rows, after, restockedUnits(after, adjustmentId), 'return', by),
  ];
}

/** Names the change of a request in the order's history. What was done to the order is named like any other change. */
export function requestAction(before: Order, after: Order, id: string): string {
  const { type, status } = findRequest(after, id);
  if (status === 'waiting') return 'order.change_requested';
  if (status !== 'accepted') return `order.change_${status}`;
  if (after.adjustments.length === before.adjustments.length) return 'order.change_accepted';
  if (type === 'return') return 'order.return_recorded';
  return after.status === 'canceled' ? 'order.canceled' : 'order.units_canceled';
}
