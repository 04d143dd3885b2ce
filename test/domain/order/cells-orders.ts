import { hold, release } from '../../../src/domain/order/actions.js';
import { adjust } from '../../../src/domain/order/adjust.js';
import type { Adjustment } from '../../../src/domain/order/adjustment.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture, captureShipped } from '../../../src/domain/order/capture.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import { ORDER_STATUSES, type Order, type OrderStatus } from '../../../src/domain/order/order.js';
import { owedAmount } from '../../../src/domain/order/order-payment.js';
import type { Dispute } from '../../../src/domain/payment/dispute.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../src/domain/payment/payment-status.js';
import { item, line, NOW } from '../fixtures.js';
import type { Act } from './cells-table.js';
import { AUTHORIZED, earlier, frozen, placed } from './orders.js';

/** Payment and refunds of an order of four mugs. The refunds cancel no units. */
export interface Money {
  readonly name: string;
  /** Price of one mug. */
  readonly price: number;
  /** Refunds made so far: their status, and the number of mugs whose price they return. */
  readonly given: readonly (readonly [Adjustment['status'], units: number])[];
  /** True if part of the payment can still be refunded, unless the order is canceled. */
  readonly left: boolean;
  /** Amount received of an owed payment, in minor units. */
  readonly received?: number;
  /** Captured amount of an authorized payment, in minor units. */
  readonly captured?: number;
  /** Disputed amount of a paid order, in minor units, and how far the dispute is. */
  readonly dispute?: Pick<Dispute, 'state' | 'amount'>;
}

const money = (name: string, left: boolean, price: number, ...given: Money['given']): Money => ({
  name,
  price,
  given,
  left,
});

const disputed = (name: string, left: boolean, state: Dispute['state'], amount: number): Money => ({
  ...money(name, left, 1000),
  dispute: { state, amount },
});

const partly = (name: string, received: number): Money => ({ ...money(name, false, 1000), received });

const reserved = (name: string, captured: number): Money => ({ ...money(name, true, 1000), captured });

/** Members of an adjustment that depend on its status. */
const ENDS = {
  pending: { status: 'pending' },
  completed: { status: 'completed', settled_at: NOW },
  failed: { status: 'failed', settled_at: NOW, failure: 'Card closed' },
} as const;

/** For each payment status, the ways an order can reach it. */
const MONEY: Readonly<Record<PaymentStatus, readonly Money[]>> = {
  pending: [
    money('all of it due', false, 1000),
    partly('three of four received', 3000),
    partly('more than three received', 3500),
    money('nothing to pay', false, 0),
  ],
  authorized: [reserved('nothing captured', 0)],
  partially_captured: [reserved('three of four captured', 3000), reserved('more than three captured', 3500)],
  paid: [
    money('nothing given back', true, 1000),
    money('a refund failed', true, 1000, ['failed', 4]),
    money('all of it on its way back', false, 1000, ['pending', 4]),
    money('nothing to pay', false, 0),
  ],
  partially_refunded: [
    money('one of four given back', true, 1000, ['completed', 1]),
    money('the rest on its way back', false, 1000, ['completed', 1], ['pending', 3]),
  ],
  refunded: [money('all of it given back', false, 1000, ['completed', 4]), money('nothing to pay', false, 0)],
  voided: [money('never paid', false, 1000), money('nothing to pay', false, 0)],
  disputed: [
    disputed('all of it disputed', true, 'open', 4000),
    disputed('one of four lost', true, 'lost', 1000),
    disputed('all of it lost', false, 'lost', 4000),
  ],
};

export interface Situation {
  readonly name: string;
  readonly money: Money;
  readonly moved: boolean;
  readonly order: Order;
}

/** For each order status, the possible values of `moved`, which is true if units have left the shop. */
const MOVED: Readonly<Record<OrderStatus, readonly boolean[]>> = {
  processing: [false],
  on_hold: [false, true],
  partially_fulfilled: [true],
  fulfilled: [true],
  canceled: [false],
};

export const SITUATIONS: readonly Situation[] = ORDER_STATUSES.flatMap((status) =>
  PAYMENT_STATUSES.flatMap((payment_status) =>
    MONEY[payment_status].flatMap((stands) =>
      MOVED[status].map((moved) => ({
        name: `${status}, ${moved ? 'moved' : 'unmoved'}, ${payment_status} (${stands.name})`,
        money: { ...stands, left: stands.left && !(stands.captured !== undefined && status === 'canceled') },
        moved,
        order: orderOf(stands, moved, { status, payment_status }),
      })),
    ),
  ),
);

/** The order in its states. Its payment is derived from them, as for orders of earlier versions, unless authorized. */
function orderOf(stands: Money, moved: boolean, states: Pick<Order, 'status' | 'payment_status'>): Order {
  const order = orderOfEarlier(stands, moved, states);
  const { captured, dispute, received } = stands;
  if (dispute) {
    const progress = { state: 'captured' as const, paid: 4000, disputes: [{ id: 'du', opened_at: NOW, ...dispute }] };
    return frozen({ ...order, payment: { ...order.payment, progress } });
  }
  const isCanceled = states.status === 'canceled';
  if (received !== undefined) {
    const progress = { state: isCanceled ? ('voiding' as const) : ('owed' as const), paid: received };
    return frozen({ ...order, payment: { ...order.payment, progress } });
  }
  if (captured === undefined) return order;
  const capture = { id: 'cap_0', amount: captured, final: false, created_at: NOW, ...ENDS.completed };
  const refund = { id: 'adj', type: 'refund' as const, amount: captured, created_at: NOW, ...ENDS.pending };
  return frozen({
    ...order,
    payment: {
      ...order.payment,
      progress: {
        ...AUTHORIZED,
        ...(isCanceled && { state: 'voiding' }),
        ...(captured > 0 && { captures: [capture] }),
      },
    },
    ...(isCanceled &&
      captured > 0 && { adjustments: [{ ...refund, line_items: [{ id: 'mug', quantity: 4, amount: captured }] }] }),
  });
}

function orderOfEarlier(
  { price, given }: Money,
  moved: boolean,
  states: Pick<Order, 'status' | 'payment_status'>,
): Order {
  const order = placed({
    lines: [line('mug', { quantity: 4 })],
    items: [item('mug', { price })],
    checkout: { destination: { address_country: 'US' }, selected_option_id: 'standard' },
  });
  const fulfilled = states.status === 'fulfilled' ? 4 : 1;
  return frozen({
    ...earlier(order),
    ...states,
    line_items: order.line_items.map((one) => ({
      ...one,
      quantity: { total: 4, fulfilled: moved ? fulfilled : 0, canceled: states.status === 'canceled' ? 4 : 0 },
    })),
    adjustments: given.map(([status, quantity], index) => ({
      id: `adj_${index}`,
      type: 'refund',
      line_items: [{ id: 'mug', quantity: 0, amount: quantity * price }],
      named: true,
      amount: quantity * price,
      created_at: NOW,
      ...ENDS[status],
    })),
  });
}

export const LATER = NOW + 1;

/** Calls the function under test for each act. */
export const CALL: Readonly<Record<Act, (order: Order) => Order>> = {
  hold: (order) => hold(order, { reason: 'Wrong size' }, LATER),
  release: (order) => release(order, LATER),
  'fulfill a part': (order) => ship(order, 1),
  'fulfill the rest': (order) => ship(order, 4 - (order.line_items[0]?.quantity.fulfilled ?? 0)),
  cancel: (order) => thenCapture(order, cancel(order, { reason: 'Changed my mind' }, 'adj_new', LATER)),
  'cancel a part': (order) => cancelUnits(order, 1),
  'cancel the rest': (order) => cancelUnits(order, Math.max(1, inShop(order))),
  'refund a part': (order) => adjust(order, { type: 'refund', amount: 1 }, 'adj_new', LATER),
  'refund a unit': (order) => refundUnits(order, 1),
  'refund all units': (order) => refundUnits(order, 4),
  'refund the unshipped': (order) => refundUnits(order, Math.max(1, inShop(order))),
  'refund the rest': (order) => thenCapture(order, adjust(order, { type: 'refund' }, 'adj_new', LATER)),
  'return a part': (order) => takeBack(order, 1),
  'return the rest': (order) => takeBack(order, Math.max(1, order.line_items[0]?.quantity.fulfilled ?? 0)),
  'mark a part paid': (order) => markPaid(order, { amount: Math.min(1, owedAmount(order)) }, LATER),
  'mark the rest paid': (order) => markPaid(order, {}, LATER),
  'capture a part': (order) => capture(order, { amount: 1 }, 'cap_new', LATER),
  'capture the rest': (order) => capture(order, {}, 'cap_new', LATER),
};

/** Adds the capture that follows from a change, as the operations do. */
function thenCapture(before: Order, after: Order): Order {
  return captureShipped(before, after, { id: 'cap_new' }, LATER);
}

/** Returns the number of mugs that have not been shipped. */
function inShop(order: Order): number {
  const { total = 0, fulfilled = 0 } = order.line_items[0]?.quantity ?? {};
  return total - fulfilled;
}

function cancelUnits(order: Order, quantity: number): Order {
  const request = { line_items: [{ id: 'mug', quantity }], reason: 'Changed my mind' };
  return thenCapture(order, cancel(order, request, 'adj_new', LATER));
}

function refundUnits(order: Order, quantity: number): Order {
  return thenCapture(order, adjust(order, { type: 'refund', line_items: [{ id: 'mug', quantity }] }, 'adj_new', LATER));
}

function takeBack(order: Order, quantity: number): Order {
  return adjust(order, { type: 'return', line_items: [{ id: 'mug', quantity }] }, 'adj_new', LATER);
}

function ship(order: Order, quantity: number): Order {
  const event = { id: 'evt', type: 'shipped' as const, line_items: [{ id: 'mug', quantity }], occurred_at: NOW };
  return thenCapture(order, recordEvent(order, event, LATER));
}
