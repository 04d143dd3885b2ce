import { describe, expect, it } from 'vitest';
import { sumOrder } from '../../../src/domain/books/sums.js';
import { adjust } from '../../../src/domain/order/adjust.js';
import { refundOf } from '../../../src/domain/order/adjustment.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture, resolveCapture } from '../../../src/domain/order/capture.js';
import { lineMoney, refundableAmount } from '../../../src/domain/order/line-money.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import type { Order } from '../../../src/domain/order/order.js';
import { amountPaid, capturableAmount, progressOf } from '../../../src/domain/order/order-payment.js';
import {
  nextReportedChange,
  type ProviderReport,
  remindOfEvidence,
} from '../../../src/domain/order/provider-report.js';
import { type Dispute, evidenceNoticeAt } from '../../../src/domain/payment/dispute.js';
import { sum } from '../../../src/domain/values/money.js';
import { line, NOW } from '../fixtures.js';
import { AUTHORIZED, authorized, placed, settled } from './orders.js';

/** Two mugs for 2000 together. */
const PARTS = { lines: [line('mug', { quantity: 2 })] };
const LATER = NOW + 1;
const DAY = 24 * 60 * 60 * 1000;
const OPEN: ProviderReport = { paid: false, ended: false, disputes: [] };
const PAID: ProviderReport = { paid: true, ended: true, disputes: [] };

/** Applies a report until it makes no difference. Returns the order and the actions. */
function apply(order: Order, report: ProviderReport): readonly [Order, actions: string[]] {
  const actions: string[] = [];
  let current = order;
  for (;;) {
    const ids = { capture: `cap_${actions.length}`, refund: `adj_${actions.length}` };
    const [after, action] = nextReportedChange(current, report, ids, LATER) ?? [];
    if (!after || action === undefined) return [current, actions];
    expect(after.updated_at).toBe(LATER);
    current = after;
    actions.push(action);
  }
}

/** Money that the shop has according to its books, in minor units. */
function net(order: Order): number {
  const { paid, refunds, disputes } = sumOrder(order);
  return paid - refunds - disputes;
}

describe('captures made without the portal', () => {
  it('are recorded once, and the rest can still be captured', () => {
    const report = { ...OPEN, captured: 500, refunded: 0 };
    const [order, actions] = apply(authorized(PARTS), report);
    expect(actions).toEqual(['order.capture_completed']);
    expect(order.payment_status).toBe('partially_captured');
    expect(progressOf(order).captures).toMatchObject([{ amount: 500, external: true, status: 'completed' }]);
    expect([amountPaid(order), capturableAmount(order)]).toEqual([500, 1500]);
    expect(apply(order, report)).toEqual([order, []]);
  });

  it('close a payment that has ended', () => {
    const [order, actions] = apply(authorized(PARTS), { ...PAID, captured: 2000 });
    expect([order.payment_status, actions]).toEqual(['paid', ['order.capture_completed']]);
  });

  it('are all that is left if a handler without totals says that the payment is paid', () => {
    const [order] = apply(authorized(PARTS), PAID);
    expect([order.payment_status, amountPaid(order)]).toEqual(['paid', 2000]);
  });

  it('are only what exceeds the captures in progress, until these have ended', () => {
    const pending = capture(authorized(PARTS), { amount: 500 }, 'cap_own', NOW);
    expect(apply(pending, { ...OPEN, captured: 500 })).toEqual([pending, []]);
    const [more] = apply(pending, { ...OPEN, captured: 800 });
    expect(amountPaid(more)).toBe(300);
    const done = resolveCapture(more, 'cap_own', { state: 'completed' }, NOW);
    expect(apply(done, { ...OPEN, captured: 800 })).toEqual([done, []]);
    const failed = resolveCapture(more, 'cap_own', { state: 'failed', reason: 'no' }, NOW);
    expect(amountPaid(apply(failed, { ...OPEN, captured: 800 })[0])).toBe(800);
  });

  it('are recorded of a payment that was voided, and can be refunded', () => {
    const voided = settled(cancel(authorized(PARTS), {}, 'adj', NOW));
    expect(voided.payment_status).toBe('voided');
    const [order] = apply(voided, { ...PAID, captured: 2000, refunded: 0 });
    expect([order.payment_status, refundableAmount(order)]).toEqual(['paid', 2000]);
    const back = settled(adjust(order, { type: 'refund' }, 'adj_back', NOW));
    expect([back.payment_status, net(back)]).toEqual(['refunded', 0]);
  });

  it('void the rest if nothing more is to be captured', () => {
    const less = adjust(authorized(PARTS), { type: 'refund', amount: 400 }, 'adj', NOW);
    const [order] = apply(less, { ...OPEN, captured: 1600 });
    expect(progressOf(order).state).toBe('voiding');
    expect(amountPaid(settled(order))).toBe(1600);
  });

  it('pay an order that was owed, as the provider says how much', () => {
    const owed = placed(PARTS, 'pending');
    expect(apply(owed, OPEN)).toEqual([owed, []]);
    const [order, actions] = apply(owed, { ...PAID, captured: 1900 });
    expect([order.payment_status, amountPaid(order), actions]).toEqual(['paid', 1900, ['order.paid']]);
    expect(amountPaid(apply(owed, PAID)[0])).toBe(2000);
  });

  it('contain what the merchant has recorded of an owed payment', () => {
    const partly = markPaid(placed(PARTS, 'pending'), { amount: 800 }, NOW);
    expect(amountPaid(apply(partly, { ...PAID, captured: 2000 })[0])).toBe(2000);
    expect(amountPaid(apply(partly, { ...PAID, captured: 500 })[0])).toBe(800);
  });
});

describe('refunds made without the portal', () => {
  it('are recorded once, without units', () => {
    const report = { ...PAID, captured: 2000, refunded: 700 };
    const [order, actions] = apply(placed(PARTS), report);
    expect(actions).toEqual(['order.refund_completed']);
    expect(order).toMatchObject({
      payment_status: 'partially_refunded',
      adjustments: [
        { type: 'refund', external: true, amount: 700, line_items: [{ id: 'mug', quantity: 0, amount: 700 }] },
      ],
    });
    expect(refundableAmount(order)).toBe(1300);
    expect(apply(order, report)).toEqual([order, []]);
  });

  it('are only what exceeds the refunds in progress, until these have ended', () => {
    const pending = adjust(placed(PARTS), { type: 'refund', amount: 500 }, 'adj_own', NOW);
    expect(apply(pending, { ...PAID, refunded: 500 })).toEqual([pending, []]);
    const [more] = apply(pending, { ...PAID, refunded: 800 });
    expect(more.adjustments.map(refundOf)).toEqual([500, 300]);
    const done = settled(more);
    expect(apply(done, { ...PAID, refunded: 800 })).toEqual([done, []]);
    expect([done.payment_status, net(done)]).toEqual(['partially_refunded', 1200]);
  });

  it('follow the captures that they give back', () => {
    const [order, actions] = apply(authorized(PARTS), { ...PAID, captured: 2000, refunded: 2000 });
    expect(actions).toEqual(['order.capture_completed', 'order.refund_completed']);
    expect([order.payment_status, net(order)]).toEqual(['refunded', 0]);
  });

  it('are no more than what was received, as long as its capture is not reported', () => {
    const owed = placed(PARTS, 'pending');
    expect(apply(owed, { ...OPEN, captured: 500, refunded: 500 })).toEqual([owed, []]);
    const [order, actions] = apply(owed, { ...PAID, captured: 2000, refunded: 500 });
    expect([actions, net(order)]).toEqual([['order.paid', 'order.refund_completed'], 1500]);
  });

  it('are divided by the charged amounts if the lines have less left', () => {
    const lost = apply(placed(PARTS), {
      ...PAID,
      disputes: [{ id: 'du', state: 'lost', amount: 2000, opened_at: 1 }],
    })[0];
    const [order] = apply(lost, { ...PAID, captured: 2000, refunded: 500, disputes: [] });
    expect(sum(order.adjustments.flatMap(({ line_items }) => line_items.map(({ amount }) => amount)))).toBe(500);
    expect([refundableAmount(order), net(order)]).toEqual([0, -500]);
  });

  it('never shrink: a lower total changes nothing', () => {
    const refunded = settled(adjust(placed(PARTS), { type: 'refund', amount: 500 }, 'adj', NOW));
    expect(apply(refunded, { ...PAID, captured: 1, refunded: 0 })).toEqual([refunded, []]);
  });
});

describe('disputes', () => {
  const dispute = (change: Partial<Dispute> = {}): Dispute => ({
    ...{ id: 'du_1', state: 'open', amount: 2000, opened_at: NOW, evidence_due: NOW + 7, reason: 'fraudulent' },
    ...change,
  });
  const report = (...disputes: Dispute[]): ProviderReport => ({ ...PAID, disputes });

  it('are recorded as opened, updated and won, and then the status is as before', () => {
    const paid = placed(PARTS);
    const [opened, first] = apply(paid, report(dispute()));
    expect([opened.payment_status, refundableAmount(opened), first]).toEqual([
      'disputed',
      2000,
      ['order.dispute_opened'],
    ]);
    const [later, second] = apply(opened, report(dispute({ evidence_due: NOW + 9 })));
    expect([later.payment_status, second]).toEqual(['disputed', ['order.dispute_updated']]);
    expect(apply(later, report(dispute({ evidence_due: NOW + 9 })))).toEqual([later, []]);
    const [won, third] = apply(later, report(dispute({ state: 'won' })));
    expect([won.payment_status, net(won), third]).toEqual(['paid', 2000, ['order.dispute_won']]);
  });

  it('that were lost reduce the net money and what can be refunded', () => {
    const [order, actions] = apply(placed(PARTS), report(dispute({ state: 'lost', amount: 1200 })));
    expect([order.payment_status, actions]).toEqual(['disputed', ['order.dispute_lost']]);
    expect([net(order), refundableAmount(order), sum(lineMoney(order).map((one) => one.refundable))]).toEqual([
      800, 800, 800,
    ]);
    const back = settled(adjust(order, { type: 'refund' }, 'adj', NOW));
    expect([back.payment_status, net(back)]).toEqual(['disputed', 0]);
  });

  it('have the merchant reminded once before evidence is due, again only if that time changes', () => {
    const evidence_due = NOW + 9 * DAY;
    const [opened] = apply(placed(PARTS), report(dispute({ evidence_due })));
    const notice = evidenceNoticeAt(progressOf(opened));
    expect(notice).toBe(NOW + 7 * DAY);
    const reminded = remindOfEvidence(opened, NOW + 7 * DAY);
    expect(evidenceNoticeAt(progressOf(reminded))).toBeUndefined();
    const less = apply(reminded, report(dispute({ evidence_due, amount: 1 })))[0];
    expect(evidenceNoticeAt(progressOf(less))).toBeUndefined();
    const later = apply(less, report(dispute({ evidence_due: evidence_due + DAY })))[0];
    expect(evidenceNoticeAt(progressOf(later))).toBe(NOW + 8 * DAY);
    expect(evidenceNoticeAt(progressOf(apply(later, report(dispute({ state: 'lost' })))[0]))).toBeUndefined();
  });

  it('need no reminder if evidence is due soon when they are first reported', () => {
    const [order] = apply(placed(PARTS), report(dispute({ evidence_due: NOW + DAY })));
    expect(evidenceNoticeAt(progressOf(order))).toBeUndefined();
  });

  it('are kept apart by their ids, and kept if a report lacks them', () => {
    const [both, actions] = apply(placed(PARTS), report(dispute(), dispute({ id: 'du_2', amount: 5 })));
    expect(actions).toEqual(['order.dispute_opened', 'order.dispute_opened']);
    expect(apply(both, report())).toEqual([both, []]);
  });
});

describe('an authorization', () => {
  const until = AUTHORIZED.authorized_until ?? 0;

  it('is extended, and not shortened', () => {
    const order = authorized(PARTS);
    const [longer, actions] = apply(order, { ...OPEN, authorized_until: until + 1 });
    expect([progressOf(longer).authorized_until, actions]).toEqual([until + 1, ['order.authorization_renewed']]);
    expect(apply(order, { ...OPEN, authorized_until: until - 1 })).toEqual([order, []]);
  });

  it('ends when it was released without the portal, but not while a capture is in progress', () => {
    const released = { ...OPEN, ended: true, captured: 0 };
    const [order, actions] = apply(authorized(PARTS), released);
    expect([order.payment_status, actions]).toEqual(['voided', ['order.authorization_expired']]);
    const pending = capture(authorized(PARTS), { amount: 500 }, 'cap_own', NOW);
    expect(apply(pending, released)).toEqual([pending, []]);
  });

  it('ends at its end', () => {
    const [order] = apply(authorized(PARTS, { authorized_until: LATER }), OPEN);
    expect(order.payment_status).toBe('voided');
  });
});
