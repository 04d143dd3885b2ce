import { describe, expect, it } from 'vitest';
import { findOrderFaults, findPaymentFaults } from '../../src/domain/books/order-faults.js';
import { cancel } from '../../src/domain/order/cancel.js';
import type { Order } from '../../src/domain/order/order.js';
import { item, line, NOW } from './fixtures.js';
import { earlier, placed, settled } from './order/orders.js';

const order = placed({ lines: [line('mug', { quantity: 2 })], items: [item('mug', { price: 1_000 })] });
const [mug] = order.line_items;
const withTotal = (type: string, amount: number): Order => ({
  ...order,
  totals: order.totals.map((one) => (one.type === type ? { ...one, amount } : one)),
});
const withLine = (change: object): Order => ({
  ...order,
  line_items: order.line_items.map((one) => ({ ...one, ...change })),
});

it('finds no faults in a consistent order, even when canceled and refunded', () => {
  expect(findOrderFaults(order)).toEqual([]);
  expect(findOrderFaults(settled(cancel(order, {}, 'adj', NOW)))).toEqual([]);
});

it.each<[what: string, changed: Order, said: RegExp]>([
  ['the total', withTotal('total', 5000), /^the totals do not add up$/],
  ['the subtotal', withTotal('subtotal', 1), /the subtotals of its parts come to 2000, and those of the order to 1$/],
  [
    'the total of a line',
    withLine({ totals: [{ type: 'total', amount: 5 }] }),
    /^the totals of line \S+ do not add up$/,
  ],
  [
    'the tax of a line',
    withLine({ allocation: { ...mug?.allocation, tax: 7 } }),
    /^the taxes of its parts come to 7, /,
  ],
  ['the units', withLine({ quantity: { total: 2, fulfilled: 2, canceled: 1 } }), /^line \S+ has more units/],
  [
    'the payment',
    { ...order, payment: { ...order.payment, progress: { state: 'captured', paid: 3000 } } },
    /^3000 were paid of 2000$/,
  ],
  [
    'the refunds',
    { ...settled(cancel(order, {}, 'adj', NOW)), payment: { progress: { state: 'captured', paid: 1500 } } },
    /^2000 were refunded of 1500$/,
  ],
])('reports numbers that do not add up: %s', (_what, changed, said) => {
  expect(findOrderFaults(changed).join('; ')).toMatch(said);
});

describe('the payment of an order', () => {
  const progress = { state: 'captured', paid: 2000 } as const;
  const ids = { id: 'pay', organization_id: 'org', shop_id: 'shop', checkout_id: 'chk', handler_id: 'invoice' };
  const stamps = { created_at: NOW, updated_at: NOW, version: 1 };
  const payment = { ...ids, order_id: order.id, amount: 2000, currency: 'USD', progress, ...stamps };

  it('is not needed by an order from an earlier version', () => {
    expect(findPaymentFaults(earlier(order), undefined)).toEqual([]);
  });

  it('must exist, belong to the order and equal its copy', () => {
    expect(findPaymentFaults(order, payment)).toEqual([]);
    expect(findPaymentFaults(order, undefined)).toEqual(['its payment is missing']);
    expect(findPaymentFaults(order, { ...payment, order_id: 'ord_2' })).toEqual([
      'its payment belongs to another order',
    ]);
    expect(findPaymentFaults(order, { ...payment, progress: { state: 'owed' } })).toEqual([
      'its payment differs from the copy in the order',
    ]);
  });

  it('must give the payment status of the order', () => {
    const disputes = [{ id: 'du', state: 'open' as const, amount: 2000, opened_at: NOW }];
    const disputed = { ...progress, disputes };
    const changed = { ...order, payment: { ...order.payment, progress: disputed } };
    expect(findPaymentFaults(changed, { ...payment, progress: disputed })).toEqual([
      'its payment status is paid, and its payment and refunds give disputed',
    ]);
  });
});
