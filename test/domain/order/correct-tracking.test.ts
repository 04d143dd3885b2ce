import { expect, it } from 'vitest';
import { correctTracking, lastCorrected, MAX_CORRECTIONS } from '../../../src/domain/order/correct-tracking.js';
import type { Tracking } from '../../../src/domain/order/event.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import type { Order } from '../../../src/domain/order/order.js';
import { eraseOrder } from '../../../src/domain/privacy/erase.js';
import { line, NOW, refusal } from '../fixtures.js';
import { frozen, placed } from './orders.js';

const FIRST = { carrier: 'UPS', tracking_number: '1Z7', tracking_url: 'https://track.example/1Z7' };

/** An order of two mugs, each in a parcel of its own. */
function order(): Order {
  const ship = (before: Order, id: string, tracking: Tracking) => {
    const event = { id, type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }], occurred_at: NOW } as const;
    return recordEvent(before, { ...event, ...tracking }, NOW);
  };
  return frozen(ship(ship(placed({ lines: [line('mug', { quantity: 2 })] }), 'one', FIRST), 'two', {}));
}

const eventsOf = ({ fulfillment }: Order) => fulfillment.events;

it('replaces the tracking of one event, removes what is left out, and keeps what was replaced', () => {
  const corrected = correctTracking(order(), 'one', { tracking_number: '1Z8' }, NOW + 1);
  const [, other] = eventsOf(order());
  const event = { id: 'one', type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }], occurred_at: NOW };
  const earlier = { ...FIRST, until: NOW + 1 };
  expect(eventsOf(corrected)).toEqual([{ ...event, tracking_number: '1Z8', earlier_tracking: [earlier] }, other]);
  expect(corrected.updated_at).toBe(NOW + 1);
  const [again] = eventsOf(correctTracking(corrected, 'one', {}, NOW + 2));
  expect(again).toEqual({ ...event, earlier_tracking: [earlier, { tracking_number: '1Z8', until: NOW + 2 }] });
});

it('leaves an order as it is if its tracking is the same', () => {
  const before = order();
  expect(correctTracking(before, 'one', FIRST, NOW + 1)).toBe(before);
  expect(correctTracking(before, 'two', {}, NOW + 1)).toBe(before);
});

it('refuses an unknown event, and more corrections than an order can have', () => {
  refusal('fulfillment_event_not_found', () => correctTracking(order(), 'three', {}, NOW));
  let current = order();
  for (let count = 0; count < MAX_CORRECTIONS; count += 1)
    current = correctTracking(current, count % 2 ? 'one' : 'two', { tracking_number: String(count) }, NOW);
  refusal('limit_exceeded', () => correctTracking(current, 'one', {}, NOW));
});

it('names the event that was corrected last', () => {
  expect(lastCorrected(order())).toBeUndefined();
  const both = correctTracking(correctTracking(order(), 'two', FIRST, NOW + 1), 'one', {}, NOW + 2);
  expect(lastCorrected(both)?.id).toBe('one');
  expect(lastCorrected(correctTracking(both, 'two', {}, NOW + 3))?.id).toBe('two');
});

it('is forgotten with the buyer', () => {
  const erased = eraseOrder(correctTracking(order(), 'one', { tracking_number: '1Z8' }, NOW + 1), NOW + 2);
  expect(JSON.stringify(eventsOf(erased))).not.toMatch(/1Z|earlier/);
});
