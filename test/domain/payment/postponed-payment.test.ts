import { expect, test } from 'vitest';
import { newPayment, type PaymentProgress, postponePayment } from '../../../src/domain/payment/payment.js';
import { NOW } from '../fixtures.js';

const DAY = 24 * 60 * 60 * 1000;

/** A payment about which the handler has not responded for this long. */
function unanswered(waited: number, progress: PaymentProgress = { state: 'captured' }) {
  const attempt = { id: 'pay', handler_id: 'bank', amount: 100, currency: 'USD', started_at: NOW };
  const payment = newPayment({ id: 'chk' }, attempt, { id: 'shop', organization_id: 'org' });
  return postponePayment({ ...payment, progress, ask_at: NOW - waited }, NOW);
}

test('is due again when it has waited twice as long', () => {
  expect(unanswered(DAY)).toMatchObject({ ask_at: NOW - DAY, due_at: NOW + DAY });
});

test('is no longer due when it has waited a week', () => {
  expect(unanswered(7 * DAY).due_at).toBeUndefined();
});

test('is due earlier if evidence about a dispute is', () => {
  const dispute = { id: 'du', state: 'open', amount: 100, opened_at: NOW, evidence_due: NOW + 3 * DAY } as const;
  expect(unanswered(2 * DAY, { state: 'captured', disputes: [dispute] }).due_at).toBe(NOW + DAY);
});
