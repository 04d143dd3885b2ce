import { describe, expect, it } from 'vitest';
import { PAYMENT_STATES, type PaymentState } from '../../../src/domain/payment/payment.js';
import { applyPayment, PAYMENT_EVENTS } from '../../../src/domain/payment/transitions.js';

/** The next state for each event, in this order. A dash means that the event is not allowed. */
const EVENTS = 'require_action   owe   authorize  pay      decline  receive capture    close    lapse  begin_void void';
const TABLE: Readonly<Record<PaymentState, string>> = {
  started: '     action_required  owed  authorized captured declined -       -          -        -      voiding    -',
  action_required: 'action_required owed authorized captured declined -       -          -        -      voiding    -',
  owed: '        -                -     -          captured -        owed    -          -        -      voiding    -',
  authorized: '  -                -     authorized captured -        -       authorized captured lapsed voiding    -',
  captured: '    -                -     -          -        -        -       captured   -        -      -          -',
  voiding:
    '     -                -     -          -        -        -       voiding    captured -      -          voided',
  voided: '      -                -     -          -        -        -       captured   -        -      -          -',
  declined: '    -                -     -          -        -        -       -          -        -      -          -',
  lapsed: '      -                -     -          -        -        -       captured   -        -      -          -',
};

const wordsOf = (row: string) => row.trim().split(/\s+/);

describe.each(PAYMENT_STATES)('a payment in the state %s', (state) => {
  it.each(PAYMENT_EVENTS)('moves as the table states, or refuses the event %s', (event) => {
    expect(wordsOf(EVENTS)).toEqual(PAYMENT_EVENTS);
    const next = wordsOf(TABLE[state])[PAYMENT_EVENTS.indexOf(event)];
    const apply = () => applyPayment({ state, parts: 'once' }, event, { paid: 5 });
    if (next === '-') expect(apply).toThrow(`the event ${event} is not allowed for a payment in the state ${state}`);
    else expect(apply()).toEqual({ state: next, parts: 'once', paid: 5 });
  });
});
