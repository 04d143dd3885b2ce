import { describe, expect, it, test } from 'vitest';
import { MAX_DISPUTES } from '../../src/domain/payment/dispute.js';
import { paymentReport, providerEvent } from '../../src/payments/reports.js';

/** Reports of handlers about a provider, as JavaScript may return it. */

const PAID = { state: 'authorized', payment_status: 'paid' } as const;
const DISPUTE = { id: 'du_1', state: 'open', amount: 5, opened_at: 1 } as const;
const read = (answer: unknown) => paymentReport(answer, { amount: 100 });

describe('the report of a payment', () => {
  it('keeps what the port names, and nothing else', () => {
    const more = { ...DISPUTE, id: 'du_2', reason: 'fraudulent', evidence_due: 9 };
    const totals = { captured: 100, refunded: 40, ended: true };
    const report = { ...PAID, ...totals, disputes: [DISPUTE, more] };
    const sent = { ...report, fee: 1, disputes: [DISPUTE, { ...more, evidence: 'x' }] };
    expect(read(sent)).toEqual(report);
  });

  it('may have no totals', () => {
    expect(read(PAID)).toEqual({ ...PAID, disputes: [] });
    expect(read({ state: 'declined', reason: 'no', captured: 7 })).toEqual({ state: 'declined', reason: 'no' });
  });

  it('has a limited number of disputes, with limited reasons', () => {
    const disputes = Array.from({ length: MAX_DISPUTES + 1 }, (_, index) => ({ ...DISPUTE, id: `du_${index}` }));
    expect(read({ ...PAID, disputes })).toMatchObject({ disputes: { length: MAX_DISPUTES } });
    const reason = 'x'.repeat(201);
    expect(read({ ...PAID, disputes: [{ ...DISPUTE, reason }] })).toMatchObject({
      disputes: [{ reason: reason.slice(1) }],
    });
  });

  it('has the last view of a dispute that is named twice', () => {
    const won = { ...DISPUTE, state: 'won' };
    expect(read({ ...PAID, disputes: [DISPUTE, won] })).toMatchObject({ disputes: [won] });
    expect(read({ ...PAID, disputes: [DISPUTE, won] })).toMatchObject({ disputes: { length: 1 } });
  });

  test.each<readonly [wrong: object, text: string]>([
    [{ captured: 101 }, 'captured is more than the amount of the payment'],
    [{ captured: 10, refunded: 11 }, 'refunded is more than was captured'],
    [{ refunded: 101 }, 'refunded is more than was captured'],
    [{ captured: -1 }, 'captured must be a whole number of minor units'],
    [{ captured: 1.5 }, 'captured must be a whole number of minor units'],
    [{ refunded: '5' }, 'refunded must be a whole number of minor units'],
    [{ disputes: {} }, 'disputes must be a list'],
    ...[{ id: '' }, { id: 'x'.repeat(201) }, { state: 'closed' }, { amount: -1 }, { opened_at: undefined }].map(
      (wrong) =>
        [{ disputes: [{ ...DISPUTE, ...wrong }] }, 'a dispute must have id, state, amount and opened_at'] as const,
    ),
  ])('is refused with %j', (wrong, text) => {
    expect(() => read({ ...PAID, ...wrong })).toThrow(text);
  });
});

describe('an event', () => {
  it('is undefined if its signature is wrong', () => {
    expect(providerEvent(undefined)).toBeUndefined();
  });

  it('keeps its id and the attempts that are texts', () => {
    expect(providerEvent({ id: 'evt_1', attempt_ids: ['pay_1', 7], type: 'x' })).toEqual({
      id: 'evt_1',
      attempt_ids: ['pay_1'],
    });
  });

  test.each([
    null,
    {},
    { id: 'evt_1' },
    { id: '', attempt_ids: [] },
    { id: 'x'.repeat(201), attempt_ids: [] },
    { id: 'evt_1', attempt_ids: Array(101).fill('pay_1') },
  ])('is refused if it is %j', (wrong) => {
    expect(() => providerEvent(wrong)).toThrow('an event must have an id and the ids of its attempts');
  });
});
