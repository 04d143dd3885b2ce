import { expect, it } from 'vitest';
import { addSums, NO_SUMS, sumOrder } from '../../src/domain/books/sums.js';
import { adjust } from '../../src/domain/order/adjust.js';
import { cancel } from '../../src/domain/order/cancel.js';
import { recordEvent } from '../../src/domain/order/fulfill.js';
import type { Order } from '../../src/domain/order/order.js';
import { markVoided } from '../../src/domain/order/order-payment.js';
import { item, line, NOW } from './fixtures.js';
import { placed, settled } from './order/orders.js';

/** A cart of two mugs at 1000 each. */
const PARTS = { lines: [line('mug', { quantity: 2 })], items: [item('mug', { price: 1_000 })] };
const due = placed(PARTS, 'pending');
const paid = placed(PARTS, 'paid');
const [mug] = due.line_items;
const units = (quantity: number) => ({ line_items: [{ id: mug?.id ?? '', quantity }] });
const handedOver = (order: Order) =>
  recordEvent(order, { id: 'evt', type: 'picked_up', ...units(2), occurred_at: NOW }, NOW);
const canceled = cancel(due, {}, 'adj', NOW);
const tookBack = adjust(handedOver(due), { type: 'return', ...units(2) }, 'adj', NOW);

it.each<[name: string, order: Order, canceled: number, refunds: number]>([
  ['due', due, 0, 0],
  ['paid', paid, 0, 0],
  ['due, a unit of it canceled', cancel(due, units(1), 'adj', NOW), 1_000, 0],
  ['due, canceled before the handler knows', canceled, 2_000, 0],
  ['due, canceled and void', markVoided(canceled, NOW), 2_000, 0],
  ['due, all units returned', tookBack, 2_000, 0],
  ['due, all units returned, and void', markVoided(tookBack, NOW), 2_000, 0],
  ['paid, canceled, the refund on its way', cancel(paid, {}, 'adj', NOW), 0, 0],
  ['paid, canceled and refunded', settled(cancel(paid, {}, 'adj', NOW)), 0, 2_000],
  ['paid, a unit of it refunded', settled(cancel(paid, units(1), 'adj', NOW)), 0, 1_000],
])('sums an order that is %s', (_name, order, never, back) => {
  expect(sumOrder(order)).toMatchObject({ orders: 1, gross: 2_000, net: 2_000, canceled: never, refunds: back });
  expect(addSums(NO_SUMS, sumOrder(order))).toEqual(sumOrder(order));
});
