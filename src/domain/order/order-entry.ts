import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../attestation/countersignature.js';
import type { OrderEntry } from '../../attestation/log-entry.js';
import { amountRefunded } from './adjustment.js';
import { isMovingEvent } from './event.js';
import type { Order } from './order.js';
import { changedOrderHashes, orderHashes } from './order-evidence.js';
import { amountPaid, progressOf } from './order-payment.js';
import { orderContextHash } from './receipt-context.js';

/** Events that an entry can name, and when it does. */
const EVENTS: Readonly<Record<string, (before: Order, after: Order) => boolean>> = {
  held: (before, after) => before.status !== 'on_hold' && after.status === 'on_hold',
  released: (before, after) => before.status === 'on_hold' && isOpen(after),
  shipped: (before, after) => newEvents(before, after).some(isMovingEvent),
  tracked: (before, after) => newEvents(before, after).some((event) => !isMovingEvent(event)),
  captured: (before, after) => amountPaid(after) > amountPaid(before),
  refunded: (before, after) => amountRefunded(after) > amountRefunded(before),
  canceled: (before, after) =>
    (before.status !== 'canceled' && after.status === 'canceled') || hasNew('cancellation', before, after),
  returned: (before, after) => hasNew('return', before, after),
  receipt_accepted: (before, after) => hasDecided('accept', before, after),
  receipt_disputed: (before, after) => hasDecided('dispute', before, after),
  disputed: (before, after) => !isDeepStrictEqual(disputesOf(before), disputesOf(after)),
};

/**
 * Derives the log entry of a new or changed order; `undefined` if no member changed, or an upgrade has yet to enter the
 * order.
 */
export function buildOrderEntry(before: Order | undefined, row: Order): OrderEntry | undefined {
  if (!row.evidence?.entered) return undefined;
  const { id, version } = row;
  const entered = { id, version, at: new Date(row.updated_at).toISOString() };
  if (!before?.evidence?.entered) {
    const type = before ? 'order_found' : 'order_placed';
    return { type, ...entered, events: [], context_hash: orderContextHash(row), hashes: orderHashes(row) };
  }
  const hashes = changedOrderHashes(before, row);
  if (Object.keys(hashes).length === 0) return undefined;
  const isErased = before.evidence.salts.buyer !== undefined && row.evidence.salts.buyer === undefined;
  return { type: isErased ? 'order_erased' : 'order_changed', ...entered, events: eventsOf(before, row), hashes };
}

function eventsOf(before: Order, after: Order): string[] {
  return Object.entries(EVENTS)
    .filter(([, has]) => has(before, after))
    .map(([name]) => name);
}

type Event = Order['fulfillment']['events'][number];

function newEvents(before: Order, after: Order): readonly Event[] {
  return after.fulfillment.events.slice(before.fulfillment.events.length);
}

function isOpen({ status }: Order): boolean {
  return status === 'processing' || status === 'partially_fulfilled';
}

function hasNew(type: Order['adjustments'][number]['type'], before: Order, after: Order): boolean {
  const count = ({ adjustments }: Order) => adjustments.filter((one) => one.type === type).length;
  return count(after) > count(before);
}

function hasDecided(decision: Decision, before: Order, after: Order): boolean {
  const known = before.countersigned?.length ?? 0;
  return (after.countersigned ?? []).slice(known).some((one) => one.decision === decision);
}

function disputesOf(order: Order) {
  return (progressOf(order).disputes ?? []).map(({ id, state, amount }) => ({ id, state, amount }));
}
