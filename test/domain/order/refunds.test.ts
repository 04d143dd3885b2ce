import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adjust, type RequestedAdjustment, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { chargedPerLine, countReturnedUnits } from '../../../src/domain/order/line-money.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { isVoiding, markVoided } from '../../../src/domain/order/order-payment.js';
import { permittedActions } from '../../../src/domain/order/permitted.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { NOW, refusal } from '../fixtures.js';
import { frozen, settled } from './orders.js';
import { type Ask, orderOf, type RefundCase, type Step } from './refund-cases/case.js';
import { CHARGES } from './refund-cases/charges.js';
import { LIMITS } from './refund-cases/limits.js';
import { PARTS } from './refund-cases/parts.js';
import { THE_EXAMPLE, WORTH } from './refund-cases/worth.js';

const CASES = [...WORTH, ...CHARGES, ...LIMITS, ...PARTS];

function requestOf({ of, type = 'refund', amount }: Pick<Ask, 'of' | 'type' | 'amount'>): RequestedAdjustment {
  const line_items = of === 'the order' ? undefined : linesOf(of);
  return { type, line_items, amount, reason: 'Broken' };
}

function linesOf(units: Readonly<Record<string, number>>) {
  return Object.entries(units).map(([id, quantity]) => ({ id, quantity }));
}

/** Plays a step and checks its result. */
function take(order: Order, step: Step, id: string): Order {
  if ('shipped' in step) {
    const event = { id, type: 'shipped' as const, line_items: linesOf(step.shipped), occurred_at: NOW };
    return recordEvent(order, event, NOW);
  }
  if ('handler' in step && step.handler === 'answers') return failed(order);
  if ('refused' in step) {
    refusal(step.refused, () => adjust(order, requestOf(step), id, NOW));
    return order;
  }
  if ('voided' in step) {
    expect(isVoiding(order)).toBe(true);
    refusal('order_not_payable', () => markPaid(order, {}, NOW));
    return markVoided(order, NOW);
  }
  if ('stands' in step) {
    expect([order.status, order.payment_status]).toEqual(step.stands);
    const back = countReturnedUnits(order);
    const units = order.line_items.map(({ id: line, quantity: { fulfilled, canceled } }) => [
      line,
      [fulfilled, canceled, back.get(line) ?? 0],
    ]);
    expect(Object.fromEntries(units)).toEqual(step.units);
    return order;
  }
  if ('canceled' in step) {
    const canceled = cancel(order, step.units ? { line_items: linesOf(step.units) } : {}, id, NOW);
    expectGiven(canceled, step.canceled);
    return settled(canceled);
  }
  return give(order, step, id);
}

function give(order: Order, ask: Ask, id: string): Order {
  const after = adjust(order, requestOf(ask), id, NOW);
  expectGiven(after, ask.gives);
  expect(after.adjustments.at(-1)).toMatchObject({
    id,
    type: ask.type ?? 'refund',
    status: after.adjustments.at(-1)?.amount === 0 || order.payment_status === 'pending' ? 'completed' : 'pending',
    reason: 'Broken',
  });
  expect(after.adjustments.slice(0, -1)).toEqual(order.adjustments);
  expect(after.payment_status).toBe(order.payment_status);
  if (ask.handler === 'waits' || ask.handler === 'fails later') return after;
  if (ask.handler === undefined) return resolveAdjustment(after, id, { state: 'completed' }, NOW);
  const denied = resolveAdjustment(after, id, { state: 'failed', reason: 'Card closed' }, NOW);
  expect(denied.adjustments.at(-1)).toMatchObject({ status: 'failed', failure: 'Card closed' });
  expect(denied.payment_status).toBe(order.payment_status);
  return denied;
}

function failed(order: Order): Order {
  const waiting = order.adjustments.filter(({ status }) => status === 'pending');
  const outcome = { state: 'failed', reason: 'Card closed' } as const;
  return waiting.reduce((current, { id }) => resolveAdjustment(current, id, outcome, NOW), order);
}

function expectGiven(order: Order, gives: Ask['gives']): void {
  const last = order.adjustments.at(-1);
  const given = last?.line_items.map(({ id, quantity, amount }) => [id, [quantity, amount]]) ?? [];
  expect(Object.fromEntries(given)).toEqual(gives);
  expect(last?.amount).toBe(Object.values(gives).reduce((total, [, amount]) => total + amount, 0));
}

function perLine(order: Order, amounts: readonly number[]): Record<string, number> {
  return Object.fromEntries(order.line_items.map(({ id }, index) => [id, amounts[index] ?? Number.NaN]));
}

describe('a worked refund', () => {
  it.each(CASES)('$name: $working', (worked) => {
    const order = orderOf(worked);
    expect(perLine(order, chargedPerLine(order))).toEqual(worked.paid);
    expect(orderTotal(order)).toBe(Object.values(worked.paid).reduce((total, amount) => total + amount, 0));
    worked.steps.reduce((current, step, index) => frozen(take(current, step, `adj_${index}`)), order);
  });

  it('rejects a request that names a line twice', () => {
    const line_items = [
      { id: 'mug', quantity: 1 },
      { id: 'mug', quantity: 1 },
    ];
    const detail = refusal('invalid_request', () =>
      adjust(orderOf(THE_EXAMPLE), { type: 'refund', line_items }, 'adj', NOW),
    );
    expect(detail).toMatch(/^line_items\[1\]\.id: /);
  });

  it.each<[string, Pick<Ask, 'of' | 'type' | 'amount'>, RegExp]>([
    ['the amount of the order', { of: 'the order', amount: 6720 }, /^amount: .*\b6719\b/],
    ['the amount of named lines', { of: { mug: 1 }, amount: 4744 }, /^amount: .*\b4743\b/],
    [
      'units',
      { of: { shirt: 1, mug: 4 } },
      /^line_items\[1\]\.quantity: must be at most 3, the units of the line that have not been refunded$/,
    ],
    [
      'units that were moved',
      { of: { mug: 1 }, type: 'return' },
      /: no units have left the shop, or all have come back\.$/,
    ],
  ])('names the remaining maximum: %s', (_name, ask, detail) => {
    const order = orderOf(THE_EXAMPLE);
    const code = ask.amount === undefined ? 'invalid_request' : 'adjustment_exceeds_paid';
    expect(refusal(code, () => adjust(order, requestOf(ask), 'adj', NOW))).toMatch(detail);
  });

  it('refunds a unit whose share rounds to 0, so that all units can be refunded one by one', () => {
    const cent = CASES.find(({ name }) => name === '1 cent over three units');
    expect(cent).toBeDefined();
    if (!cent) return;
    const once = take(orderOf(cent), { of: { sticker: 1 }, gives: { sticker: [1, 0] } }, 'adj_0');
    take(once, { of: { sticker: 1 }, gives: { sticker: [1, 1] } }, 'adj_1');
  });
});

describe('the number of adjustments', () => {
  const MANY = 200;
  const start = orderOf(THE_EXAMPLE);
  const told = (count: number): Order => {
    const failed = { status: 'failed', settled_at: NOW, failure: 'Card closed' } as const;
    const one = { id: 'adj', type: 'refund', line_items: [], amount: 1, created_at: NOW, ...failed } as const;
    return frozen({ ...start, adjustments: Array.from({ length: count }, () => one) });
  };
  const may = (order: Order) => permittedActions(order, new Set(['fulfillment']));

  it('is limited to 200, as permitted_actions shows', () => {
    const full = adjust(told(MANY - 1), { type: 'refund', amount: 1 }, 'adj', NOW);
    expect(full.adjustments).toHaveLength(MANY);
    const detail = refusal('limit_exceeded', () => adjust(full, { type: 'refund' }, 'adj', NOW));
    expect(detail).toContain('fewer than 200 adjustments');
    expect(may(told(MANY - 1))).toContain('refund');
    expect(may(full)).not.toContain('refund');
  });

  it('does not prevent canceling the whole order with a refund, but prevents canceling a part', () => {
    const canceled = cancel(told(MANY), {}, 'adj', NOW);
    expect(canceled.adjustments.at(-1)).toMatchObject({ id: 'adj', amount: orderTotal(start), status: 'pending' });
    const [line] = start.line_items;
    const part = { line_items: [{ id: line?.id ?? '', quantity: 1 }] };
    expect(refusal('limit_exceeded', () => cancel(told(MANY), part, 'adj', NOW))).toContain('fewer than 200');
  });
});

/** Reads the table under "An example": maps the first cell of each line to its figures, without empty cells. */
function exampleOfTheDocs(): Map<string, number[]> {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs/orders.md'), 'utf8');
  const [, after = ''] = text.split('\nAn example: ');
  const rows = after.split('\n').filter((row) => row.startsWith('|'));
  return new Map(
    rows.slice(2, 7).map((row) => {
      const [first = '', ...cells] = row.split('|').slice(1, -1);
      const figures = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
      return [first.trim(), figures.map(Number)];
    }),
  );
}

/** Computes the same table from an order. The last figure of each entry is the sum of the others. */
function rowsOf(worked: RefundCase): Map<string, number[]> {
  const order = orderOf(worked);
  const withSum = (amounts: readonly number[]) => [...amounts, amounts.reduce((total, one) => total + one, 0)];
  const allocated = order.line_items.map(({ allocation }) => allocation);
  const goods = allocated.map(({ subtotal, order_discount }) => subtotal - order_discount);
  const paid = Object.values(worked.paid);
  const [ask] = worked.steps;
  return new Map([
    ['Subtotal', withSum(allocated.map(({ subtotal }) => subtotal))],
    ['Discount', withSum(allocated.map(({ order_discount }) => -order_discount))],
    [`Shipping 599, by ${goods.join(' : ')}`, withSum(paid.map((amount, index) => amount - (goods[index] ?? 0)))],
    ['Paid', withSum(paid)],
    ['One mug back: 4743 / 3', withSum(ask && 'gives' in ask ? Object.values(ask.gives).map(([, back]) => back) : [])],
  ]);
}

describe('docs/orders.md', () => {
  it('shows the figures of the worked example', () => {
    expect(exampleOfTheDocs()).toEqual(rowsOf(THE_EXAMPLE));
  });
});
