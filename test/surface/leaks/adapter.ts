import { expect } from 'vitest';
import { type Args, BY_DESTINATION, done, filled, MUG, refused } from './carts.js';
import { wrongArgs } from './leaves.js';
import type { MarkedCard } from './marked-card.js';
import { marked, marker } from './markers.js';
import type { Speaker } from './speakers.js';

/** Accepted and rejected calls of an order adapter, with every field set. */

const line_items = [{ id: MUG, quantity: 1 }];
const EVENT = {
  ...marked('event', ['carrier', 'tracking_number', 'description']),
  tracking_url: `https://track.example/${marker('event.tracking_url')}`,
  type: 'shipped',
  line_items,
};
const ADJUSTMENT = { type: 'refund', line_items, amount: 1, reason: marker('adjustment.reason') };

/** Calls on a paid order, which is on hold at first: events, and refunds that fail, stay pending or are rejected. */
export async function adapt(by: Speaker, card: MarkedCard, order_id: string): Promise<void> {
  await refused(by, 'record_fulfillment_event', { order_id, ...EVENT }, 'order_on_hold');
  await done(by, 'release_order', { order_id });
  await done(by, 'record_fulfillment_event', { order_id, ...EVENT });
  await done(by, 'record_fulfillment_event', { order_id, ...EVENT, type: 'delivered' });
  await wrong(by, 'record_fulfillment_event', order_id, { ...EVENT, occurred_at: marker('time tried') });
  await refused(by, 'cancel_order', { order_id, reason: marker('cancel.reason') }, 'order_not_cancelable');
  card.refunds = { state: 'failed', reason: 'the bank refused it' };
  await adjusted(by, order_id, 'failed');
  card.refunds = 'throws';
  await adjusted(by, order_id, 'pending');
  card.refunds = { state: 'completed' };
  await refused(by, 'adjust_order', { order_id, ...ADJUSTMENT, amount: 10 ** 9 }, 'adjustment_exceeds_paid');
  await wrong(by, 'adjust_order', order_id, ADJUSTMENT);
  await by.call('get_order_history', { order_id });
  const cursor = marker('search.cursor');
  expect((await by.call('get_order_history', { order_id, cursor })).code).toBe('invalid_cursor');
  const release_when = { receipt_and_acceptance: true, or_after: 60, consumer_id: marker('id tried') };
  await refused(by, 'hold_order', { order_id, release_when }, 'consumer_not_found');
  await done(by, 'hold_order', { order_id, reason: marker('hold.reason'), note: marker('hold.note') });
}

async function adjusted(by: Speaker, order_id: string, status: string) {
  const { adjustments } = await done(by, 'adjust_order', { order_id, ...ADJUSTMENT, line_items: undefined });
  expect(adjustments.at(-1)).toMatchObject({ status, amount: 1 });
}

/** Places an order whose payment is pending, records a part and then the rest of it, and cancels the order. */
export async function payLater(by: Speaker, card: MarkedCard): Promise<void> {
  const complete = await filled(by, BY_DESTINATION, true);
  card.next = { state: 'authorized', payment_status: 'pending' };
  const order_id: string = (await done(by, 'complete_checkout', complete)).order.id;
  const transfer = { amount: 1, reference: marker('received.reference') };
  await done(by, 'mark_order_paid', { order_id, ...transfer });
  await refused(by, 'mark_order_paid', { order_id, ...transfer, amount: 10 ** 9 }, 'payment_exceeds_owed');
  await wrong(by, 'mark_order_paid', order_id, transfer);
  await done(by, 'mark_order_paid', { order_id });
  await refused(by, 'mark_order_paid', { order_id }, 'order_not_payable');
  await wrong(by, 'cancel_order', order_id, { reason: marker('cancel.reason') });
  await done(by, 'cancel_order', { order_id, reason: marker('cancel.reason') });
}

/** Calls with each kind of invalid text, with an absent order, and with an absent line. */
async function wrong(by: Speaker, operation: string, order_id: string, args: Args): Promise<void> {
  await Promise.all(wrongArgs(args).map((one) => by.call(operation, { order_id, ...one })));
  await by.call(operation, { order_id: marker('id tried'), ...args });
  const absent = [{ id: marker('id tried'), quantity: 1 }];
  await refused(by, operation, { order_id, ...args, line_items: absent }, 'invalid_request');
}
