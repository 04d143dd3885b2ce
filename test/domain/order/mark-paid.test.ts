import { describe, expect, it } from 'vitest';
import { buildRows, columnNames } from '../../../src/domain/books/order-rows.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { hideFromBuyer } from '../../../src/domain/order/for-buyer.js';
import { markPaid, receivedAction } from '../../../src/domain/order/mark-paid.js';
import type { Order } from '../../../src/domain/order/order.js';
import { changedOrderHashes, createOrderEvidence } from '../../../src/domain/order/order-evidence.js';
import { amountPaid, owedAmount } from '../../../src/domain/order/order-payment.js';
import { MAX_RECEIVED } from '../../../src/domain/order/received-amount.js';
import { eraseOrder } from '../../../src/domain/privacy/erase.js';
import { line, NOW, refusal } from '../fixtures.js';
import { placed, settled } from './orders.js';

/** Two mugs for 2000 together, to be paid by invoice. */
const due = placed({ lines: [line('mug', { quantity: 2 })] }, 'pending');
const REFERENCE = 'SEPA 4711';

const receive = (order: Order, amount?: number, reference?: string) => markPaid(order, { amount, reference }, NOW);
const money = (order: Order) => [order.payment_status, amountPaid(order), owedAmount(order)];

describe('amounts that arrive one after another', () => {
  it('add up until the order is paid', () => {
    const first = receive(due, 500);
    const second = receive(first, 700);
    const last = receive(second, 800);
    expect([first, second, last].map(money)).toEqual([
      ['pending', 500, 1500],
      ['pending', 1200, 800],
      ['paid', 2000, 0],
    ]);
    expect(last.payment.received?.map(({ amount }) => amount)).toEqual([500, 700, 800]);
    expect([receivedAction(due, first), receivedAction(second, last)]).toEqual([
      'order.payment_received',
      'order.paid',
    ]);
  });

  it('are all that is left by default', () => {
    expect(money(receive(receive(due, 500)))).toEqual(['paid', 2000, 0]);
  });

  it('cannot be more than is owed, and the error says how much that is', () => {
    const text = (owed: number) => `amount: at most ${owed} (minor units) is still to be paid`;
    expect(refusal('payment_exceeds_owed', () => receive(due, 2001))).toBe(text(2000));
    expect(refusal('payment_exceeds_owed', () => receive(receive(due, 500), 1501))).toBe(text(1500));
  });

  it('can only be all that is owed once the list is full', () => {
    let full = due;
    for (let count = 1; count < MAX_RECEIVED; count += 1) full = receive(full, 1);
    expect(refusal('limit_exceeded', () => receive(full, 1))).toBe(
      `amount: only all that is still to be paid, ${2000 - MAX_RECEIVED + 1} (minor units), can be recorded`,
    );
    expect(receive(full).payment.received).toHaveLength(MAX_RECEIVED);
  });
});

describe('units canceled after a part was received', () => {
  const cancelUnits = (order: Order, quantity: number) =>
    settled(cancel(order, { line_items: [{ id: 'mug', quantity }] }, `adj_${quantity}`, NOW));

  it('reduce what is owed first', () => {
    const less = cancelUnits(receive(due, 500), 1);
    expect(money(less)).toEqual(['pending', 500, 500]);
    expect(less.adjustments).toMatchObject([{ amount: 1000, unpaid: true, status: 'completed' }]);
    expect(money(receive(less))).toEqual(['paid', 1000, 0]);
  });

  it('leave the order paid if all that is left was received', () => {
    expect(money(cancelUnits(receive(due, 1000), 1))).toEqual(['paid', 1000, 0]);
  });

  it('give back what was received beyond the rest', () => {
    const less = cancelUnits(receive(due, 1300), 1);
    expect(money(less)).toEqual(['partially_refunded', 1300, 0]);
    expect(less.adjustments).toMatchObject([{ amount: 1000, uncaptured: 700, status: 'completed' }]);
  });

  it('give back all that was received if none is left', () => {
    const none = settled(cancel(receive(due, 1300), {}, 'adj', NOW));
    expect([none.status, ...money(none)]).toEqual(['canceled', 'refunded', 1300, 0]);
    expect(none.adjustments).toMatchObject([{ amount: 2000, uncaptured: 700 }]);
  });
});

describe('the reference of an amount', () => {
  const order = {
    ...receive(receive(due, 500, REFERENCE), 700),
    evidence: createOrderEvidence((length) => 'x'.repeat(length)),
  };

  it('is hidden from the buyer, and erased with them, but not the amount', () => {
    for (const shown of [hideFromBuyer(order), eraseOrder(order, NOW)]) {
      expect(JSON.stringify(shown)).not.toContain(REFERENCE);
      expect(shown.payment.received?.map(({ amount }) => amount)).toEqual([500, 700]);
    }
  });

  it('is in the export, beside that of the provider', () => {
    const [row = []] = buildRows('orders', { ...order, payment: { ...order.payment, provider_reference: 'pi_1' } }, 1);
    expect(row[columnNames('orders').indexOf('payment_reference')]).toBe(`pi_1; ${REFERENCE}`);
  });

  it('is evidence among the texts only, whose salt an erasure removes', () => {
    const without = {
      ...order,
      payment: {
        ...order.payment,
        received: [
          { amount: 500, created_at: NOW },
          { amount: 700, created_at: NOW },
        ],
      },
    };
    expect(Object.keys(changedOrderHashes(without, order))).toEqual(['texts']);
    const other = { ...without, payment: { ...without.payment, received: [{ amount: 400, created_at: NOW }] } };
    expect(Object.keys(changedOrderHashes(without, other))).toEqual(['payment']);
  });
});
