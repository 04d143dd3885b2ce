import { describe, expect, test } from 'vitest';
import {
  attemptOutcome,
  captureOutcome,
  paymentOutcome,
  refundOutcome,
  renewalOutcome,
  voidOutcome,
} from '../../src/payments/outcomes.js';

const PAYMENTS = [
  { state: 'authorized', payment_status: 'paid' },
  { state: 'authorized', payment_status: 'pending' },
  { state: 'authorized', payment_status: 'paid', provider_reference: 'ch_1' },
  { state: 'authorized', payment_status: 'authorized', authorized_until: 5 },
  { state: 'authorized', payment_status: 'authorized', authorized_until: 5, captures: 'once' },
  { state: 'action_required', action: { type: 'redirect', url: 'https://bank.example/3ds' }, expires_at: 5 },
  { state: 'action_required', action: { type: 'client', data: { client_secret: 'pi_1' } }, expires_at: 5 },
  { state: 'declined', reason: 'the bank said no' },
  { state: 'pending', until: 5 },
  { state: 'pending' },
  { state: 'unknown' },
];
const CAPTURES = [
  { state: 'completed' },
  { state: 'completed', captured: 0 },
  { state: 'completed', captured: 10 },
  { state: 'failed', reason: 'the authorization has ended' },
  { state: 'pending' },
];
const RENEWALS = [
  { state: 'renewed', authorized_until: 5 },
  { state: 'failed', reason: 'the card is closed' },
];
const REFUNDS = [{ state: 'completed' }, { state: 'failed', reason: 'the card is closed' }, { state: 'pending' }];
const NOTHING = [undefined, null, '', 'authorized', 1, true, [], {}, { state: null }, { state: ['pending'] }];

describe('a valid outcome from a payment handler', () => {
  test.each(PAYMENTS)('is accepted for a payment, without unknown members: %j', (outcome) => {
    expect(paymentOutcome({ ...outcome, card: '4242' })).toEqual(outcome);
  });

  test.each(['', 7, null, 'r'.repeat(201)])('loses an unusable provider reference: %j', (reference) => {
    const authorized = { state: 'authorized', payment_status: 'paid' };
    expect(paymentOutcome({ ...authorized, provider_reference: reference })).toEqual(authorized);
  });

  test.each(REFUNDS)('is accepted for a refund, without unknown members: %j', (outcome) => {
    expect(refundOutcome({ ...outcome, card: '4242' })).toEqual(outcome);
  });

  test.each(CAPTURES)('is accepted for a capture, without unknown members: %j', (outcome) => {
    expect(captureOutcome({ ...outcome, card: '4242' }, { amount: 10 })).toEqual(outcome);
  });

  test.each(RENEWALS)('is accepted for a renewal, without unknown members: %j', (outcome) => {
    expect(renewalOutcome({ ...outcome, card: '4242' })).toEqual(outcome);
  });

  test('is undefined for a void', () => {
    expect(voidOutcome(undefined)).toBe('voided');
  });
});

describe('an authorization without an order', () => {
  const reserved = { state: 'authorized', payment_status: 'authorized', authorized_until: 5 };

  test('counts as declined once it was released', () => {
    const declined = { state: 'declined', reason: 'the authorization was released' };
    expect(attemptOutcome({ ...reserved, ended: true })).toEqual(declined);
    expect(attemptOutcome({ ...reserved, ended: true, captured: 0 })).toEqual(declined);
  });

  test.each([
    { ...reserved, ended: false, captured: 0 },
    { ...reserved, ended: true, captured: 5 },
    { state: 'authorized', payment_status: 'paid', ended: true },
  ])('stands while it has money: %j', (outcome) => {
    expect(attemptOutcome(outcome)).toEqual(paymentOutcome(outcome));
  });
});

describe('an invalid outcome from a payment handler', () => {
  test.each([
    ...NOTHING,
    { state: 'completed' },
    { state: 'failed', reason: 'no' },
    { state: 'Authorized', payment_status: 'paid' },
    { state: 'authorized' },
    { state: 'authorized', payment_status: 'refunded' },
    { state: 'authorized', payment_status: true },
    { state: 'authorized', payment_status: 'authorized' },
    { state: 'authorized', payment_status: 'authorized', authorized_until: '2026-01-01' },
  ])('is rejected for a payment: %j', (answer) => {
    expect(() => paymentOutcome(answer)).toThrow(/ is no outcome of a payment$/);
  });

  test.each([
    { expires_at: 5 },
    { action: { type: 'redirect', url: 'https://bank.example/3ds' } },
    { action: { type: 'redirect', url: 'javascript:alert(1)' }, expires_at: 5 },
    { action: { type: 'redirect', url: '/3ds' }, expires_at: 5 },
    { action: { type: 'client', data: { tries: 3 } }, expires_at: 5 },
    { action: { type: 'client' }, expires_at: 5 },
    { action: { type: 'popup', url: 'https://bank.example/3ds' }, expires_at: 5 },
  ])('is rejected for an action: %j', (answer) => {
    expect(() => paymentOutcome({ state: 'action_required', ...answer })).toThrow(/of a payment$/);
  });

  test.each([...NOTHING, { state: 'declined', reason: 'no' }, { state: 'authorized', payment_status: 'paid' }])(
    'is rejected for a refund: %j',
    (answer) => {
      expect(() => refundOutcome(answer)).toThrow(/ is not an outcome of a refund$/);
    },
  );

  test.each([
    ...NOTHING,
    { state: 'completed', captured: 11 },
    { state: 'completed', captured: -1 },
    { state: 'completed', captured: 0.5 },
    { state: 'completed', captured: null },
  ])('is rejected for a capture of 10: %j', (answer) => {
    expect(() => captureOutcome(answer, { amount: 10 })).toThrow(/ is not an outcome of a capture$/);
  });

  test.each([...NOTHING, { state: 'renewed' }, { state: 'renewed', authorized_until: '5' }])(
    'is rejected for a renewal: %j',
    (answer) => {
      expect(() => renewalOutcome(answer)).toThrow(/ is not an outcome of a renewal$/);
    },
  );

  test.each([null, true, {}, { state: 'declined' }])('is rejected for a void: %j', (answer) => {
    expect(() => voidOutcome(answer)).toThrow(/ is no outcome of a void/);
  });

  test('is described briefly, or by its type if it is not text', () => {
    const number = { state: 4_242_424_242_424_242 };
    expect(() => paymentOutcome(number)).toThrow('state of type number is no outcome of a payment');
    const long = { state: 'x'.repeat(5_000) };
    expect(() => refundOutcome(long)).toThrow(`state "${'x'.repeat(40)}" is not an outcome of a refund`);
  });
});

describe.each([
  ['a decline', (answer: object) => paymentOutcome({ state: 'declined', ...answer })],
  ['a refund that failed', (answer: object) => refundOutcome({ state: 'failed', ...answer })],
])('the reason of %s', (_name, read) => {
  test.each([{}, { reason: '' }, { reason: 7 }, { reason: { code: 'no_money' } }])(
    'is "no reason was given" for %j',
    (answer) => {
      expect(read(answer)).toMatchObject({ reason: 'no reason was given' });
    },
  );

  test('is cut to 500 characters', () => {
    expect(read({ reason: 'x'.repeat(5_000) })).toMatchObject({ reason: 'x'.repeat(500) });
  });
});
