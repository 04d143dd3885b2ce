import { PortalError } from '../../../src/domain/errors/portal-error.js';
import { hold, release } from '../../../src/domain/order/actions.js';
import { adjust, type RequestedAdjustment, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { MOVING_EVENTS } from '../../../src/domain/order/event.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { refundableAmount } from '../../../src/domain/order/line-money.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import type { Order } from '../../../src/domain/order/order.js';
import { isVoiding, markVoided, owedAmount } from '../../../src/domain/order/order-payment.js';
import { NOW } from '../fixtures.js';
import type { History, Pick, Step } from './generators.js';
import { frozen, placed } from './orders.js';

const MOVING: ReadonlySet<string> = new Set(MOVING_EVENTS);

type Units = readonly { readonly id: string; readonly quantity: number }[];

/** Returns the units that a step requests: at least one of each picked line. Lines without units left are avoided. */
function unitsOf(order: Order, picks: readonly Pick[], left: (id: string) => number): Units {
  const open = order.line_items.filter(({ id }) => left(id) > 0);
  const lines = open.length > 0 ? open : order.line_items;
  const asked = new Map<string, number>();
  for (const { line, part } of picks) {
    const id = lines[line % lines.length]?.id ?? '';
    asked.set(id, sizeOf(part, left(id)));
  }
  return [...asked].map(([id, quantity]) => ({ id, quantity }));
}

function sizeOf(part: Pick['part'], left: number): number {
  return part === 'too many' ? left + 1 : Math.max(1, Math.floor((left * part) / 100));
}

function quantityOf(order: Order, id: string) {
  return order.line_items.find((line) => line.id === id)?.quantity ?? { total: 0, fulfilled: 0, canceled: 0 };
}

/** Units of a line that are still in the shop. */
function toShip(order: Order) {
  return (id: string) => {
    const { total, fulfilled, canceled } = quantityOf(order, id);
    return total - fulfilled - canceled;
  };
}

/** Units of a line whose refund is completed or pending. */
export function unitsBack(order: Order, id: string): number {
  return order.adjustments
    .filter(({ status }) => status !== 'failed')
    .flatMap(({ line_items }) => line_items.filter((line) => line.id === id))
    .reduce((total, { quantity, without_money = 0 }) => total + quantity - without_money, 0);
}

/** Units of a line whose return is completed or pending. */
export function unitsReturned(order: Order, id: string): number {
  return order.adjustments
    .filter(({ type, status }) => type === 'return' && status !== 'failed')
    .flatMap(({ line_items }) => line_items.filter((line) => line.id === id))
    .reduce((total, { quantity }) => total + quantity, 0);
}

export function requestOf(order: Order, step: Extract<Step, { do: 'give back' }>): RequestedAdjustment {
  const left = (id: string) => {
    const { total, fulfilled } = quantityOf(order, id);
    return step.type === 'return' ? fulfilled - unitsReturned(order, id) : total - unitsBack(order, id);
  };
  return {
    type: step.type,
    line_items: step.picks && unitsOf(order, step.picks, left),
    amount: step.amount === undefined ? undefined : sizeOf(step.amount, refundableAmount(order)),
  };
}

/** @throws PortalError if the program rejects the step */
function take(order: Order, step: Step, id: string, now: number): Order {
  if (step.do === 'hold') return hold(order, { reason: 'Wrong size' }, now);
  if (step.do === 'release') return release(order, now);
  if (step.do === 'mark paid') {
    const amount = step.amount === undefined ? undefined : sizeOf(step.amount, owedAmount(order));
    return markPaid(order, { amount, reference: 'Transfer' }, now);
  }
  if (step.do === 'cancel')
    return cancel(order, { line_items: step.picks && unitsOf(order, step.picks, toShip(order)) }, id, now);
  if (step.do === 'settle') return resolveFirst(order, step.state, now);
  if (step.do === 'give back') return adjust(order, requestOf(order, step), id, now);
  const moves = MOVING.has(step.type);
  const left = moves ? toShip(order) : (line: string) => quantityOf(order, line).fulfilled;
  const line_items = unitsOf(order, step.picks, left);
  return recordEvent(order, { id, type: step.type, line_items, occurred_at: now }, now);
}

/** Settles the open void, or else the first open refund, as the payment handler would. */
function resolveFirst(order: Order, state: 'completed' | 'failed', now: number): Order {
  if (isVoiding(order)) return markVoided(order, now);
  const open = order.adjustments.find(({ status }) => status === 'pending');
  if (!open) return order;
  const outcome = state === 'failed' ? ({ state, reason: 'Card closed' } as const) : ({ state } as const);
  return resolveAdjustment(order, open.id, outcome, now);
}

export interface Change {
  readonly step: Step;
  readonly before: Order;
  readonly after: Order;
}

/**
 * Plays a history. Returns the order as placed and after each change. Rejected steps change nothing. Every order is
 * frozen, so a step that mutates it throws.
 */
export function play({ parts, payment_status, steps }: History): {
  readonly placed: Order;
  readonly changes: Change[];
} {
  const start = placed(parts, payment_status);
  const changes: Change[] = [];
  steps.forEach((step, index) => {
    const before = changes.at(-1)?.after ?? start;
    const after = unlessRefused(() => take(before, step, `id_${index}`, NOW + index + 1));
    if (after && after !== before) changes.push({ step, before, after: frozen(after) });
  });
  return { placed: start, changes };
}

/** Returns `undefined` if the program rejects the step. Any other error is a bug, and is thrown. */
export function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}
