import { describe, expect, it } from 'vitest';
import { hold, ORDER_ACTIONS, type OrderAction, permittedActions, release } from '../../src/domain/order/actions.js';
import { lineStatus, ORDER_STATUSES, type Order, type OrderStatus } from '../../src/domain/order/order.js';
import { SCOPES, type Scope } from '../../src/domain/tenant.js';
import { NOW, refusal } from './fixtures.js';

function order(status: OrderStatus, change: Partial<Order> = {}): Order {
  return {
    id: 'ord',
    display_id: '1001',
    organization_id: 'org',
    shop_id: 'shop',
    deployment_id: 'dep',
    buyer_id: '',
    checkout_id: 'chk',
    currency: 'USD',
    language: 'en',
    status,
    payment_status: 'paid',
    line_items: [],
    totals: [],
    included_tax: 0,
    shipping: { fulfillment: 0, discount: 0, tax: 0 },
    fulfillment: { events: [], expectations: [] },
    payment: { handler_id: 'invoice', attempt_id: 'pay' },
    created_at: NOW,
    updated_at: NOW,
    version: 1,
    ...change,
  };
}

type Refused = 'order_already_on_hold' | 'order_not_holdable' | 'order_not_on_hold';
type Outcome = { readonly to: OrderStatus } | Refused;

/** Design 6: every status with every action, and the status after it or the code. */
const TABLE: Record<OrderAction, Record<OrderStatus, Outcome>> = {
  hold: {
    processing: { to: 'on_hold' },
    on_hold: 'order_already_on_hold',
    partially_fulfilled: { to: 'on_hold' },
    fulfilled: 'order_not_holdable',
    canceled: 'order_not_holdable',
  },
  release: {
    processing: 'order_not_on_hold',
    on_hold: { to: 'processing' },
    partially_fulfilled: 'order_not_on_hold',
    fulfilled: 'order_not_on_hold',
    canceled: 'order_not_on_hold',
  },
};

const RUN: Record<OrderAction, (before: Order) => Order> = {
  hold: (before) => hold(before, 'why', NOW + 1),
  release: (before) => release(before, NOW + 1),
};

const names = [...ORDER_ACTIONS.keys()];
const pairs = names.flatMap((name) => ORDER_STATUSES.map((status) => [name, status] as const));

describe('an action', () => {
  it('has a row for each status', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...names].sort());
    expect(pairs).toHaveLength(names.length * 5);
  });

  it.each(pairs)('%s of an order that is %s', (name, status) => {
    const outcome = TABLE[name][status];
    const before = Object.freeze(order(status));
    const permitted = permittedActions(before, new Set(SCOPES));
    if (typeof outcome === 'string') {
      expect(refusal(outcome, () => RUN[name](before))).toContain(`The order is ${status}; ${name} starts from`);
      expect(permitted).not.toContain(name);
    } else {
      expect(RUN[name](before)).toMatchObject({ status: outcome.to, updated_at: NOW + 1, created_at: NOW });
      expect(permitted).toContain(name);
    }
  });

  it.each<[readonly Scope[], OrderAction[]]>([
    [['commerce'], ['hold']],
    [['commerce', 'fulfillment'], ['hold']],
    [['receipts:read', 'shops'], []],
    [[], []],
  ])('is permitted by its scope: %j', (scopes, expected) => {
    expect(permittedActions(order('processing'), new Set(scopes))).toEqual(expected);
  });
});

describe('hold and release', () => {
  it.each(['processing', 'partially_fulfilled'] as const)('return an order to %s, as it was', (status) => {
    const before = order(status);
    const held = hold(before, 'Wrong size', NOW + 1);
    expect(held).toEqual({
      ...before,
      status: 'on_hold',
      held_from: status,
      hold_reason: 'Wrong size',
      updated_at: NOW + 1,
    });
    expect(release(held, NOW + 2)).toEqual({ ...before, updated_at: NOW + 2 });
  });

  it('take no reason, and forget the one before', () => {
    const again = hold(release(hold(order('processing'), 'first', NOW), NOW), undefined, NOW);
    expect(again).toEqual({ ...order('processing'), status: 'on_hold', held_from: 'processing' });
  });
});

describe('the status of a line', () => {
  it.each<[OrderStatus, number, string]>([
    ['processing', 0, 'processing'],
    ['partially_fulfilled', 1, 'partial'],
    ['fulfilled', 2, 'fulfilled'],
    ['on_hold', 1, 'partial'],
    ['canceled', 0, 'removed'],
    ['canceled', 2, 'removed'],
  ])('of a %s order with %i of 2 moved is %s', (status, fulfilled, expected) => {
    expect(lineStatus({ status }, { quantity: { total: 2, fulfilled } })).toBe(expected);
  });
});
