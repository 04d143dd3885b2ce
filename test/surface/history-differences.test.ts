import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../actors/registry-caller.js';
import type { Answered } from '../support/portal.js';
import { COMPLETED, FAILED, PENDING } from './refunds/refund-handler.js';
import { RefundShop } from './refunds/refund-shop.js';

type Json = Answered['json'];

let shop: RefundShop;
afterEach(() => shop.close());

/** Returns the names of the members that differ between two reads of an order, except `permitted_actions`. */
function differing(before: Json, after: Json): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('permitted_actions');
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}

const DAYS = [{ id: 'days', quantity: 1 }];

/** Every kind of change to an order, with the earlier changes that it needs. */
const CHANGES: readonly {
  readonly action: string;
  readonly due?: 'pending';
  before?(): Promise<unknown>;
  change(): Promise<unknown>;
}[] = [
  { action: 'order.held', change: () => call('hold_order', { reason: 'wrong size' }) },
  { action: 'order.released', before: () => call('hold_order'), change: () => call('release_order') },
  { action: 'order.event_recorded', change: () => move('picked_up') },
  { action: 'order.event_recorded', before: () => move('picked_up'), change: () => move('delivered') },
  { action: 'order.event_recorded', before: () => move('picked_up'), change: () => move('picked_up') },
  { action: 'order.canceled', change: () => later(() => shop.cancel()) },
  { action: 'order.canceled', due: 'pending', change: () => stuck(() => shop.cancel()) },
  {
    action: 'order.payment_voided',
    due: 'pending',
    before: () => stuck(() => shop.cancel()),
    change: () => shop.maintenance(),
  },
  { action: 'order.paid', due: 'pending', change: () => call('mark_order_paid') },
  {
    action: 'order.payment_received',
    due: 'pending',
    change: () => call('mark_order_paid', { amount: 500, reference: 'Transfer 1' }),
  },
  { action: 'order.refund_recorded', change: () => later(() => shop.refund(500)) },
  { action: 'order.refund_completed', before: () => later(() => shop.refund(500)), change: () => settle(COMPLETED) },
  { action: 'order.refund_completed', before: () => later(() => shop.refund()), change: () => settle(COMPLETED) },
  { action: 'order.refund_failed', before: () => later(() => shop.refund(500)), change: () => settle(FAILED) },
  { action: 'order.return_recorded', before: () => move('picked_up'), change: () => later(() => takeBack()) },
];

function call(operation: string, args: object = {}): Promise<Json> {
  return shop.by.ok(operation, { order_id: shop.order_id, ...args });
}

const move = (type: string) => call('record_fulfillment_event', { type, line_items: DAYS });
const takeBack = () => call('adjust_order', { type: 'return', line_items: DAYS });

/** Makes a change while the payment handler leaves refunds pending. */
function later(change: () => Promise<unknown>): Promise<unknown> {
  shop.handler.answering = PENDING;
  return change();
}

function stuck(change: () => Promise<unknown>): Promise<unknown> {
  shop.handler.failingVoids = 1;
  return change();
}

function settle(answering: typeof COMPLETED): Promise<void> {
  shop.handler.answering = answering;
  return shop.maintenance();
}

describe('a history entry names each difference between two reads of the order', () => {
  test.each(CHANGES)('$action (%#)', async ({ action, due, before, change }) => {
    shop = await RefundShop.open({ due: due ?? 'paid' });
    await before?.();
    const first = await shop.order();
    const count = (await historyOf(shop.by, shop.order_id)).length;
    await change();
    const second = await shop.order();
    const entries = (await historyOf(shop.by, shop.order_id)).slice(count);
    expect(entries.map((entry) => entry.action)).toEqual([action]);
    expect(differing(first, second).length).toBeGreaterThan(0);
    expect([...entries[0].changed].sort()).toEqual(differing(first, second));
  });

  test('the entry of a new order names every member that can change', async () => {
    shop = await RefundShop.open();
    const [placed] = await historyOf(shop.by, shop.order_id);
    expect(placed.changed).toEqual(['status', 'payment_status', 'payment', 'line_items', 'fulfillment', 'messages']);
  });
});
