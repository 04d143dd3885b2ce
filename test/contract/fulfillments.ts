import { expect } from 'vitest';
import type { Recorder } from './recorder.js';

const TWO_HOURS = 7_200_000;

/** A merchant adapter's calls on an order: every operation of the scope, and every documented member. */

/** Records the shipment of two units with every member set, and later the delivery of one of them. */
export async function deliver(by: Recorder, order_id: string): Promise<void> {
  const { created_at } = await by.call('get_order', { order_id });
  const event = {
    line_items: [{ id: 'mug', quantity: 2 }],
    occurred_at: new Date(Date.parse(created_at) + TWO_HOURS).toISOString().replace('Z', '+02:00'),
    carrier: 'Ground post',
    tracking_number: 'GP 77',
    tracking_url: 'https://track.example/GP77',
    description: 'Two of three.',
  };
  const shipped = await by.call('record_fulfillment_event', { order_id, type: 'shipped', ...event });
  expect(shipped.status).toBe('partially_fulfilled');
  const in_utc = { ...event, occurred_at: created_at };
  expect(shipped.fulfillment.events).toEqual([{ id: expect.any(String), type: 'shipped', ...in_utc }]);
  expect(lineOf(shipped, 'mug')).toMatchObject({ quantity: { total: 3, fulfilled: 2 }, status: 'partial' });
  const told = { order_id, type: 'delivered', line_items: [{ id: 'mug', quantity: 1 }] };
  const delivered = await by.call('record_fulfillment_event', told);
  expect(delivered.fulfillment.events).toHaveLength(2);
  expect({ ...delivered, fulfillment: shipped.fulfillment }).toEqual(shipped);
}

/** Records a return at a given amount, then refunds an amount without units, then the remainder. */
export async function payBack(by: Recorder, order_id: string): Promise<void> {
  const line_items = [{ id: 'mug', quantity: 1 }];
  const asked = { order_id, type: 'return', line_items, amount: 500, reason: 'Chipped.' };
  const returned = await by.call('adjust_order', asked);
  expect(returned).toMatchObject({ payment_status: 'partially_refunded', status: 'partially_fulfilled' });
  expect(returned.adjustments).toMatchObject([
    { type: 'return', status: 'completed', amount: 500, reason: 'Chipped.', line_items: [{ id: 'mug', amount: 500 }] },
  ]);
  expect((await by.call('adjust_order', { order_id, type: 'refund', amount: 1 })).adjustments).toHaveLength(2);
  const all = await by.call('adjust_order', { order_id, type: 'refund' });
  const back = all.adjustments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(back).toBe(all.totals.at(-1).amount);
  expect(all).toMatchObject({ payment_status: 'refunded', status: 'fulfilled', permitted_actions: ['return'] });
}

/** Reads every history entry once and in order, in pages of one and in a single page. */
export async function readHistory(by: Recorder, order_id: string): Promise<void> {
  const all = await by.call('get_order_history', { order_id });
  const actions = all.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['order.held', 'order.released', 'order.event_recorded', 'order.return_recorded']),
  );
  const entries: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await by.body('get_order_history', { order_id, limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.data).toHaveLength(1);
    entries.push(...page.data);
    cursor = page.pagination?.cursor;
  } while (cursor !== undefined);
  expect(entries).toEqual(all);
}

/** Records a part of an order on account and then the rest as paid, and cancels it. */
export async function payLater(by: Recorder, order_id: string): Promise<void> {
  expect(await by.call('get_order', { order_id })).toMatchObject({ payment_status: 'pending' });
  const received = [{ amount: 500, reference: 'SEPA 4711' }];
  expect(await by.call('mark_order_paid', { order_id, ...received[0] })).toMatchObject({ payment_status: 'pending' });
  expect(await by.call('get_order', { order_id })).toMatchObject({ payment: { amount_paid: 500, received } });
  const paid = await by.call('mark_order_paid', { order_id });
  expect(paid).toMatchObject({ status: 'processing', payment_status: 'paid' });
  const canceled = await by.call('cancel_order', { order_id, reason: 'Ordered twice.' });
  expect(canceled).toMatchObject({ status: 'canceled', payment_status: 'refunded', permitted_actions: [] });
  expect(canceled.messages[0].content).toContain('Ordered twice.');
  expect(canceled.line_items[0].status).toBe('removed');
}

/** Cancels the only unit of an unpaid order. */
export async function cancelDue(by: Recorder, order_id: string): Promise<void> {
  const [{ id }] = (await by.call('get_order', { order_id })).line_items;
  const canceled = await by.call('cancel_order', { order_id, line_items: [{ id, quantity: 1 }] });
  expect(canceled).toMatchObject({ status: 'canceled', payment_status: 'voided', adjustments: [{ unpaid: true }] });
  expect(await by.call('get_order', { order_id })).toEqual(canceled);
}

/** Checks that each filter returns only its matches. */
export async function filterOrders(by: Recorder): Promise<void> {
  const all = await by.call('list_orders', {});
  const ids = async (filter: object) => (await by.call('list_orders', { ...filter })).map(idOf);
  const matching = (member: string, value: string) =>
    all.filter((one: object) => Reflect.get(one, member) === value).map(idOf);
  for (const [member, values] of Object.entries(FILTERS)) {
    for (const value of values) expect(await ids({ [member]: value })).toEqual(matching(member, value));
  }
  expect(matching('payment_status', 'refunded').length).toBeGreaterThan(0);
  const { created_at } = all[0];
  const later = new Date(Date.parse(created_at) + 1).toISOString();
  expect(await ids({ created_from: created_at })).toContain(all[0].id);
  expect(await ids({ created_from: later })).toEqual([]);
  expect(await ids({ created_before: created_at })).not.toContain(all[0].id);
  expect(await ids({ created_before: later })).toEqual(all.map(idOf));
}

const FILTERS = {
  status: ['processing', 'partially_fulfilled', 'canceled', 'fulfilled'],
  payment_status: ['refunded', 'paid', 'voided'],
};

const idOf = ({ id }: { readonly id: string }) => id;

function lineOf(order: { readonly line_items: readonly { readonly id: string }[] }, id: string) {
  return order.line_items.find((line) => line.id === id);
}
