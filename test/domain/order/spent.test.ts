import { describe, expect, test } from 'vitest';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture } from '../../../src/domain/order/capture.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import type { Order } from '../../../src/domain/order/order.js';
import { withProgress, withSpent } from '../../../src/domain/order/order-payment.js';
import type { PaymentProgress } from '../../../src/domain/payment/payment.js';
import { item, line, NOW } from '../fixtures.js';
import { authorized, placed, settled } from './orders.js';

/** Two mugs for 500 each. */
const MUGS = { lines: [line('mug', { quantity: 2 })], items: [item('mug', { price: 500 })] };

/** An authorized order that counts toward limits. */
const order = (change: Partial<PaymentProgress> = {}) => authorized(MUGS, { spent: 1_000, ...change });
/** An order to be paid outside the portal that counts toward limits. */
const owed = () => withProgress(placed(MUGS, 'pending'), { state: 'owed', spent: 1_000 });
const spentOn = (of: Order) => withSpent(of).payment.progress?.spent;

describe('withSpent', () => {
  test.each<[string, Order, number | undefined]>([
    ['all of an authorized order', order(), 1_000],
    ['nothing of a voided payment', order({ state: 'voided' }), 0],
    ['nothing of an authorization that has ended', order({ state: 'lapsed' }), 0],
    ['what is left after a part was canceled', cancelUnit(order()), 500],
    ['nothing of a canceled order', cancel(order(), {}, 'adj', NOW), 0],
    ['all of an owed order of which a part was received', markPaid(owed(), { amount: 300 }, NOW), 1_000],
    ['what the last capture took', settled(capture(order(), { amount: 300, final: true }, 'cap', NOW)), 300],
    ['the total, if more was captured outside the portal', order({ state: 'captured', paid: 5_000 }), 1_000],
  ])('counts %s', (_name, given, spent) => {
    expect(spentOn(given)).toBe(spent);
  });

  test('leaves an order that counts toward no limits as it is', () => {
    const free = placed(MUGS);
    expect(withSpent(free)).toBe(free);
  });
});

function cancelUnit(before: Order): Order {
  const [mug] = before.line_items;
  return cancel(before, { line_items: [{ id: mug?.id ?? '', quantity: 1 }] }, 'adj', NOW);
}
