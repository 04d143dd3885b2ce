import { describe, expect, it } from 'vitest';
import type { Dispute } from '../../../src/domain/payment/dispute.js';
import { PAYMENT_STATES, type PaymentState } from '../../../src/domain/payment/payment.js';
import { derivePaymentStatus, type PaymentStatus } from '../../../src/domain/payment/payment-status.js';

type Row = readonly [nothing: PaymentStatus, received: PaymentStatus, part: PaymentStatus, all: PaymentStatus];

const same = (status: PaymentStatus): Row => [status, status, status, status];
const RESERVED: Row = ['authorized', 'partially_captured', 'partially_captured', 'partially_captured'];

/** Payment status if nothing was received, nothing was refunded, a part was refunded, and all was refunded. */
const TABLE: Readonly<Record<PaymentState, Row>> = {
  started: same('pending'),
  action_required: same('pending'),
  owed: same('pending'),
  authorized: RESERVED,
  captured: ['paid', 'paid', 'partially_refunded', 'refunded'],
  voiding: same('pending'),
  voided: same('voided'),
  declined: same('voided'),
  lapsed: same('voided'),
};

const AMOUNTS = [
  [0, 0],
  [10, 0],
  [10, 4],
  [10, 10],
] as const;

it.each(PAYMENT_STATES)('derives the status of a payment in the state %s from each combination of amounts', (state) => {
  AMOUNTS.forEach(([paid, refunded], index) => {
    expect(derivePaymentStatus({ state, paid }, refunded)).toBe(TABLE[state][index]);
  });
});

it('keeps the status of an authorized payment until its rest is voided', () => {
  AMOUNTS.forEach(([paid, refunded], index) => {
    const progress = { state: 'voiding', authorized_until: 1, paid } as const;
    expect(derivePaymentStatus(progress, refunded)).toBe(RESERVED[index]);
  });
});

it('counts completed captures as received, and no others', () => {
  const capture = { id: 'cap', amount: 10, final: false, created_at: 1 };
  const ends = [{ status: 'pending' }, { status: 'failed', settled_at: 1, failure: 'no' }] as const;
  for (const end of ends) {
    expect(derivePaymentStatus({ state: 'authorized', captures: [{ ...capture, ...end }] }, 0)).toBe('authorized');
  }
  const done = { ...capture, status: 'completed', settled_at: 1 } as const;
  expect(derivePaymentStatus({ state: 'authorized', captures: [done] }, 0)).toBe('partially_captured');
  expect(derivePaymentStatus({ state: 'captured', captures: [done, done] }, 20)).toBe('refunded');
});

describe('a dispute', () => {
  const dispute = (state: Dispute['state']): Dispute => ({ id: state, state, amount: 4, opened_at: 1 });

  it.each(PAYMENT_STATES)('outweighs every status of a payment in the state %s, unless it was won', (state) => {
    AMOUNTS.forEach(([paid, refunded], index) => {
      const statusWith = (...disputes: Dispute[]) => derivePaymentStatus({ state, paid, disputes }, refunded);
      expect(statusWith(dispute('open'))).toBe('disputed');
      expect(statusWith(dispute('won'), dispute('lost'))).toBe('disputed');
      expect(statusWith(dispute('won'))).toBe(TABLE[state][index]);
    });
  });
});
