import { describe, expect, it } from 'vitest';
import { sumOrder } from '../../../src/domain/books/sums.js';
import { adjust, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture, captureShipped, resolveCapture } from '../../../src/domain/order/capture.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { lineMoney, refundableAmount } from '../../../src/domain/order/line-money.js';
import type { Order } from '../../../src/domain/order/order.js';
import { amountPaid, capturableAmount, pendingCaptures, progressOf } from '../../../src/domain/order/order-payment.js';
import { permittedActions } from '../../../src/domain/order/permitted.js';
import type { PaymentProgress } from '../../../src/domain/payment/payment.js';
import { SCOPES } from '../../../src/domain/tenant/tenant.js';
import { item, line, NOW, refusal } from '../fixtures.js';
import { authorized, frozen, settled } from './orders.js';

/** Three mugs, 10.00 in total, so that shares are rounded: 333, 334 and 333. */
const MUGS = {
  lines: [line('mug', { quantity: 3 }), line('gift')],
  items: [item('mug', { price: 333 }), item('gift', { price: 1 })],
};
const TOTAL = 1000;

const order = (change: Partial<PaymentProgress> = {}) => authorized(MUGS, change);

function ship(before: Order, quantity: number, id = 'mug'): Order {
  const event = { id: 'evt', type: 'shipped' as const, line_items: [{ id, quantity }], occurred_at: NOW };
  return frozen(
    captureShipped(before, recordEvent(before, event, NOW), { id: `cap_${id}_${quantity}`, event_id: 'evt' }, NOW),
  );
}

const captures = (of: Order) => (progressOf(of).captures ?? []).map(({ amount, final }) => [amount, final]);
const unit = { line_items: [{ id: 'mug', quantity: 1 }] };
const completed = (of: Order, id: string) => frozen(resolveCapture(of, id, { state: 'completed' }, NOW));

describe('a shipment', () => {
  it('captures the share of its units, and the last one all that is left', () => {
    const first = settled(ship(order(), 1));
    expect(captures(first)).toEqual([[333, false]]);
    expect(first.payment_status).toBe('partially_captured');
    const second = settled(ship(first, 2));
    expect(captures(second).at(-1)).toEqual([666, false]);
    const last = settled(ship(second, 1, 'gift'));
    expect(captures(last).at(-1)).toEqual([1, true]);
    expect(last).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
    expect([amountPaid(last), capturableAmount(last)]).toEqual([TOTAL, 0]);
  });

  it('names its event', () => {
    expect(progressOf(ship(order(), 1)).captures).toMatchObject([{ event_id: 'evt', status: 'pending' }]);
  });

  it('captures everything with the first shipment if there can be only one capture', () => {
    const first = settled(ship(order({ parts: 'once' }), 1));
    expect(captures(first)).toEqual([[TOTAL, true]]);
    expect(settled(ship(first, 2)).payment.progress).toEqual(first.payment.progress);
  });

  it('captures everything with the last shipment if the shop wants it', () => {
    const first = ship(order({ policy: 'on_last_shipment' }), 3);
    expect(captures(first)).toEqual([]);
    expect(captures(ship(first, 1, 'gift'))).toEqual([[TOTAL, true]]);
  });

  it('captures nothing if the shop captures at once', () => {
    const { policy, ...manual } = progressOf(order());
    expect(captures(ship({ ...order(), payment: { progress: manual } }, 3))).toEqual([]);
  });

  it('captures no canceled unit, and all of the rest once nothing is left to ship', () => {
    const rest = settled(
      cancel(order(), { line_items: [...unit.line_items, { id: 'gift', quantity: 1 }] }, 'adj', NOW),
    );
    expect(captures(settled(ship(rest, 2)))).toEqual([[666, true]]);
    const shipped = ship(order({ policy: 'on_last_shipment' }), 3);
    const off = cancel(shipped, { line_items: [{ id: 'gift', quantity: 1 }] }, 'adj', NOW);
    expect(captures(captureShipped(shipped, off, { id: 'cap' }, NOW))).toEqual([[999, true]]);
  });

  it('captures again what failed before, once nothing is left to ship', () => {
    const first = ship(order(), 3);
    const failed = resolveCapture(first, 'cap_mug_3', { state: 'failed', reason: 'no money' }, NOW);
    expect(captures(ship(failed, 1, 'gift')).at(-1)).toEqual([TOTAL, true]);
  });
});

describe('capture', () => {
  it('takes a part, and is final if nothing is left or the call says so', () => {
    const part = completed(capture(order(), { amount: 400 }, 'cap_1', NOW), 'cap_1');
    expect(part.payment_status).toBe('partially_captured');
    expect(captures(capture(part, {}, 'cap_2', NOW)).at(-1)).toEqual([600, true]);
    expect(captures(capture(part, { amount: 100, final: true }, 'cap_2', NOW)).at(-1)).toEqual([100, true]);
  });

  it('is always final if there can be only one', () => {
    const one = capture(order({ parts: 'once' }), { amount: 400 }, 'cap', NOW);
    expect(captures(one)).toEqual([[400, true]]);
    expect(capturableAmount(one)).toBe(0);
  });

  it('rejects more than is left', () => {
    const pending = capture(order(), { amount: 400 }, 'cap', NOW);
    expect(refusal('capture_exceeds_authorized', () => capture(pending, { amount: 601 }, 'cap_2', NOW))).toBe(
      'amount: at most 600 (minor units) can be captured',
    );
  });

  it('gives the merchant another try after a failure', () => {
    const asked = capture(order(), {}, 'cap', NOW);
    expect(permittedActions(asked, new Set(SCOPES))).not.toContain('capture');
    const failed = resolveCapture(asked, 'cap', { state: 'failed', reason: 'no money' }, NOW);
    expect(failed.payment_status).toBe('authorized');
    expect(permittedActions(failed, new Set(SCOPES))).toContain('capture');
    expect(capturableAmount(failed)).toBe(TOTAL);
  });

  it('limits refunds to what was captured, on each line, if the final capture took less', () => {
    const asked = capture(order(), { amount: 700, final: true }, 'cap', NOW);
    const short = resolveCapture(asked, 'cap', { state: 'completed', captured: 500 }, NOW);
    expect(short.payment_status).toBe('paid');
    expect([amountPaid(short), refundableAmount(short)]).toEqual([500, 500]);
    expect(lineMoney(short).map(({ refundable }) => refundable)).toEqual([500, 0]);
    expect(sumOrder(short)).toMatchObject({ gross: TOTAL, canceled: 500, refunds: 0 });
    expect(settled(adjust(short, { type: 'refund' }, 'adj', NOW)).payment_status).toBe('refunded');
  });

  it('changes nothing when its outcome arrives twice', () => {
    const once = completed(capture(order(), { amount: 400 }, 'cap', NOW), 'cap');
    expect(completed(once, 'cap')).toEqual(once);
  });

  it('counts if its outcome arrives after the authorization has ended', () => {
    const asked = capture(order(), { amount: 400 }, 'cap', NOW);
    const progress = { ...progressOf(asked), state: 'captured' } as const;
    const late = completed({ ...asked, payment: { ...asked.payment, progress } }, 'cap');
    expect([amountPaid(late), late.payment_status]).toEqual([400, 'paid']);
  });
});

describe('an adjustment of an authorized payment', () => {
  it('is no longer captured instead of refunded', () => {
    const less = adjust(order(), { type: 'refund', amount: 300 }, 'adj', NOW);
    expect(less.adjustments).toMatchObject([{ status: 'completed', unpaid: true, amount: 300 }]);
    expect([capturableAmount(less), refundableAmount(less)]).toEqual([700, 700]);
    expect(sumOrder(less)).toMatchObject({ canceled: 300, refunds: 0 });
  });

  it('refunds only what exceeds the uncaptured amount, and releases the rest', () => {
    const part = completed(capture(order(), { amount: 800 }, 'cap', NOW), 'cap');
    const back = adjust(part, { type: 'refund', amount: 500 }, 'adj', NOW);
    expect(back.adjustments).toMatchObject([{ status: 'pending', uncaptured: 200, amount: 500 }]);
    expect(progressOf(back).state).toBe('voiding');
    const done = settled(back);
    expect([done.payment_status, amountPaid(done), refundableAmount(done)]).toEqual(['partially_refunded', 800, 500]);
    expect(sumOrder(done)).toMatchObject({ canceled: 200, refunds: 300 });
  });

  it('stays uncaptured if the refund of the rest fails', () => {
    const part = completed(capture(order(), { amount: 800 }, 'cap', NOW), 'cap');
    const back = adjust(part, { type: 'refund', amount: 500 }, 'adj', NOW);
    const failed = settled(resolveAdjustment(back, 'adj', { state: 'failed', reason: 'closed' }, NOW));
    expect([failed.payment_status, refundableAmount(failed)]).toEqual(['paid', 800]);
    expect(lineMoney(failed).reduce((sum, { refundable }) => sum + refundable, 0)).toBe(800);
    expect(sumOrder(failed)).toMatchObject({ canceled: 200, refunds: 0 });
  });

  it('stays uncaptured on its own line if the refund of the rest fails', () => {
    const lines = [line('mug'), line('gift')];
    const two = authorized({ lines, items: [item('mug', { price: 500 }), item('gift', { price: 500 })] });
    const part = completed(capture(two, { amount: 800 }, 'cap', NOW), 'cap');
    const back = adjust(part, { type: 'refund', ...unit }, 'adj', NOW);
    expect(back.adjustments).toMatchObject([{ amount: 500, uncaptured: 200 }]);
    const failed = resolveAdjustment(back, 'adj', { state: 'failed', reason: 'closed' }, NOW);
    expect(lineMoney(failed).map(({ refundable }) => refundable)).toEqual([300, 500]);
  });

  it.each([
    ['cancel', (of: Order) => cancel(of, {}, 'adj', NOW)],
    ['cancel units', (of: Order) => cancel(of, unit, 'adj', NOW)],
    ['refund', (of: Order) => adjust(of, { type: 'refund', amount: 1 }, 'adj', NOW)],
    ['return', (of: Order) => adjust(ship(of, 1), { type: 'return', ...unit }, 'adj', NOW)],
  ])('is rejected while a capture is pending: %s', (_name, call) => {
    const asked = capture(order(), { amount: 100 }, 'cap', NOW);
    expect(pendingCaptures(asked)).toHaveLength(1);
    expect(refusal('capture_in_progress', () => call(asked))).toContain('allowed while no capture is pending');
  });
});
