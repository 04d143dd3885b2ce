import { describe, expect, it } from 'vitest';
import { hold, release } from '../../../src/domain/order/actions.js';
import { endAuthorization } from '../../../src/domain/order/authorization.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture, resolveCapture } from '../../../src/domain/order/capture.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { HOLD_RULE_STATES, type HoldRuleState, type OrderCountersignature } from '../../../src/domain/order/hold.js';
import {
  CAPTURE_MARGIN_MS,
  countersignOrder,
  HOLD_RULE_EVENTS,
  HOLD_RULE_TRANSITIONS,
  type HoldRuleEvent,
  releaseDueAt,
  releaseInTime,
  ruleOf,
} from '../../../src/domain/order/hold-rule.js';
import type { Order } from '../../../src/domain/order/order.js';
import { line, NOW } from '../fixtures.js';
import { authorized, placed } from './orders.js';

/** Holds that end by a rule. */

const DAY_S = 24 * 60 * 60;
const RULE = { release_when: { or_after: DAY_S } };
const END = NOW + DAY_S * 1000;

const newOrder = () => placed({ lines: [line('mug')] });

function decided(change: Partial<OrderCountersignature> = {}): OrderCountersignature {
  return { receipt_id: 'r', consumer_id: 'c', is_success: true, decision: 'accept', at: NOW, ...change };
}

const IN_STATE: Readonly<Record<HoldRuleState, () => Order>> = {
  waiting: () => hold(newOrder(), RULE, NOW),
  disputed: () => countersignOrder(hold(newOrder(), RULE, NOW), decided({ decision: 'dispute', reason: 'Broken' })),
};

const AFTER: Readonly<Record<HoldRuleEvent, (order: Order) => Order>> = {
  accepted: (order) => countersignOrder(order, decided()),
  settled: (order) => countersignOrder(order, decided({ is_success: false })),
  disputed: (order) => countersignOrder(order, decided({ decision: 'dispute' })),
  time_over: (order) => releaseInTime(order, END),
};

const PAIRS = HOLD_RULE_STATES.flatMap((state) => HOLD_RULE_EVENTS.map((event) => [state, event] as const));

describe('the rule of a hold', () => {
  it.each(PAIRS)('does what its table says (%s, %s)', (state, event) => {
    const order = AFTER[event](IN_STATE[state]());
    const next = HOLD_RULE_TRANSITIONS[state][event];
    expect([order.status, ruleOf(order)?.state]).toEqual(
      next === 'released' ? ['processing', undefined] : ['on_hold', next],
    );
    expect(releaseDueAt(order)).toBe(next === 'waiting' ? END : null);
  });

  it.each(HOLD_RULE_STATES)('refuses release, shipment and capture, but not cancellation (%s)', (state) => {
    const order = IN_STATE[state]();
    expect(() => release(order, NOW)).toThrow(expect.objectContaining({ code: 'hold_has_rule' }));
    const shipped = { id: 'e', type: 'shipped', occurred_at: NOW } as const;
    expect(() => recordEvent(order, shipped, NOW)).toThrow(expect.objectContaining({ code: 'order_on_hold' }));
    const reserved = hold(authorized({ lines: [line('mug')] }), RULE, NOW);
    expect(() => capture(reserved, {}, 'cap', NOW)).toThrow(expect.objectContaining({ code: 'hold_has_rule' }));
    const canceled = cancel(order, {}, 'adj', NOW);
    expect([canceled.status, canceled.hold_rule]).toEqual(['canceled', undefined]);
  });

  it('does not release before its time, also after the clock was set back', () => {
    const order = IN_STATE.waiting();
    expect(releaseInTime(order, END - 1)).toBe(order);
    expect(releaseInTime(order, NOW - DAY_S * 1000)).toBe(order);
  });

  it('does not release for a receipt without success, or while another receipt is disputed', () => {
    const partial = countersignOrder(IN_STATE.waiting(), decided({ is_success: false }));
    expect(ruleOf(partial)?.state).toBe('waiting');
    const other = countersignOrder(IN_STATE.disputed(), decided({ receipt_id: 'other' }));
    expect(ruleOf(other)?.state).toBe('disputed');
    expect(countersignOrder(other, decided()).status).toBe('processing');
  });

  it('releases once the last dispute is settled, also if a receipt without success is the last', () => {
    const partial = { receipt_id: 'partial', is_success: false };
    const disputed = countersignOrder(IN_STATE.waiting(), decided({ ...partial, decision: 'dispute' }));
    const accepted = countersignOrder(disputed, decided());
    expect(ruleOf(accepted)?.state).toBe('disputed');
    expect(countersignOrder(accepted, decided(partial)).status).toBe('processing');
    expect(releaseInTime(countersignOrder(disputed, decided(partial)), END).status).toBe('processing');
  });

  it('ends without a release once the authorization of the payment has ended', () => {
    const reserved = hold(authorized({ lines: [line('mug')] }), RULE, NOW);
    const lapsed = endAuthorization(countersignOrder(reserved, decided({ decision: 'dispute' })), NOW);
    const accepted = countersignOrder(lapsed, decided());
    expect([accepted.payment_status, accepted.status, ruleOf(accepted)]).toEqual(['voided', 'on_hold', undefined]);
    expect(releaseInTime(endAuthorization(reserved, NOW), END).status).toBe('on_hold');
    expect(release(accepted, NOW).status).toBe('processing');
  });

  it('ends without a release if the authorization ends after a partial capture', () => {
    const reserved = authorized({ lines: [line('mug')] });
    const taken = resolveCapture(capture(reserved, { amount: 100 }, 'cap', NOW), 'cap', { state: 'completed' }, NOW);
    const ended = endAuthorization(hold(taken, RULE, NOW), NOW);
    expect([releaseInTime(ended, END).status, countersignOrder(ended, decided()).status]).toEqual([
      'on_hold',
      'on_hold',
    ]);
  });

  it('counts only the decisions of the consumer that it names', () => {
    const named = { release_when: { or_after: DAY_S, consumer_id: 'c' } };
    const other = (decision: 'accept' | 'dispute') => decided({ receipt_id: 'other', consumer_id: 'other', decision });
    const order = countersignOrder(hold(countersignOrder(newOrder(), other('accept')), named, NOW), other('dispute'));
    expect([order.status, ruleOf(order)?.state, order.countersigned?.length]).toEqual(['on_hold', 'waiting', 2]);
    expect(countersignOrder(order, decided()).status).toBe('processing');
    expect(ruleOf(countersignOrder(order, decided({ decision: 'dispute' })))?.state).toBe('disputed');
  });

  it('begins as disputed if a receipt is disputed', () => {
    const disputed = countersignOrder(newOrder(), decided({ decision: 'dispute' }));
    expect(ruleOf(hold(disputed, RULE, NOW))?.state).toBe('disputed');
  });

  it.each<[string, Order, number]>([
    ['the authorization of the payment ends at', authorized({ lines: [line('mug')] }), 7 * DAY_S],
    ['the consumer has accepted a receipt', countersignOrder(newOrder(), decided()), DAY_S],
    ['the payment has ended', endAuthorization(authorized({ lines: [line('mug')] }), NOW), DAY_S],
    ['units have left the shop', recordEvent(twoMugs(), firstMug(), NOW), DAY_S],
  ])('is refused if it could not hold what it promises (%s)', (detail, order, or_after) => {
    expect(() => hold(order, { release_when: { or_after } }, NOW)).toThrow(detail);
  });

  it('leaves an hour to capture the payment', () => {
    const holdFor = (or_after: number) =>
      hold(authorized({ lines: [line('mug')] }), { release_when: { or_after } }, NOW);
    const most = 7 * DAY_S - CAPTURE_MARGIN_MS / 1000;
    expect(releaseDueAt(holdFor(most))).toBe(NOW + most * 1000);
    expect(() => holdFor(most + 1)).toThrow('the hold must end an hour before');
  });
});

function twoMugs(): Order {
  return placed({ lines: [line('mug', { quantity: 2 })] });
}

function firstMug() {
  return { id: 'e', type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }], occurred_at: NOW } as const;
}
