import { expect, it } from 'vitest';
import { adjust, resolveAdjustment } from '../../src/domain/order/adjust.js';
import { cancel } from '../../src/domain/order/cancel.js';
import { markVoided } from '../../src/domain/order/order-payment.js';
import { retentionReason } from '../../src/domain/privacy/person.js';
import { item, line, NOW } from './fixtures.js';
import { placed } from './order/orders.js';

const PARTS = { lines: [line('mug')], items: [item('mug')] };
const paid = placed(PARTS, 'paid');
const due = placed(PARTS, 'pending');
const refund = adjust(paid, { type: 'refund' }, 'adj', NOW);
const canceled = cancel(due, {}, 'adj', NOW);

it.each([
  ['paid', paid, undefined],
  ['due', due, undefined],
  ['with a refund on its way', refund, 'open_payment'],
  ['with a refund that arrived', resolveAdjustment(refund, 'adj', { state: 'completed' }, NOW), undefined],
  ['with a payment to be voided', canceled, 'open_payment'],
  ['with a payment that is void', markVoided(canceled, NOW), undefined],
])('retains an order %s beyond its retention period only while money is pending', (_name, order, because) => {
  expect(retentionReason(order, 0, NOW)).toBe(because);
  expect(retentionReason(order, 1, NOW)).toBe('retention');
});

it('retains an order of February 29 until March 1 if its last year is not a leap year', () => {
  const placed_at = { ...paid, created_at: Date.UTC(2024, 1, 29, 12) };
  expect(retentionReason(placed_at, 10, Date.UTC(2034, 2, 1, 11))).toBe('retention');
  expect(retentionReason(placed_at, 10, Date.UTC(2034, 2, 1, 12))).toBeUndefined();
});
