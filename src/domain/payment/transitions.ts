import type { PaymentProgress, PaymentState } from './payment.js';

/**
 * Events of a payment. `require_action`, `owe`, `authorize`, `pay` and `decline` are outcomes of the handler; `pay`
 * captures everything at once. `receive` adds a part of what is owed. `capture` takes a part, also outside the portal
 * after the payment has ended. `close` ends a payment of which a part was received or captured, `lapse` ends an
 * authorization without captures. `begin_void` and `void` end a payment in two steps.
 */
export const PAYMENT_EVENTS = [
  'require_action',
  'owe',
  'authorize',
  'pay',
  'decline',
  'receive',
  'capture',
  'close',
  'lapse',
  'begin_void',
  'void',
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

type Row = Partial<Record<PaymentEvent, PaymentState>>;

/** Outcomes that a handler can give while a payment is open. */
const OPEN: Row = {
  require_action: 'action_required',
  owe: 'owed',
  authorize: 'authorized',
  pay: 'captured',
  decline: 'declined',
  begin_void: 'voiding',
};

/** The transition table of payments: the next state by state and event. An event without a state is refused. */
export const PAYMENT_TRANSITIONS: Readonly<Record<PaymentState, Row>> = {
  started: OPEN,
  action_required: OPEN,
  owed: { receive: 'owed', pay: 'captured', begin_void: 'voiding' },
  authorized: {
    authorize: 'authorized',
    capture: 'authorized',
    pay: 'captured',
    close: 'captured',
    lapse: 'lapsed',
    begin_void: 'voiding',
  },
  captured: { capture: 'captured' },
  voiding: { capture: 'voiding', void: 'voided', close: 'captured' },
  voided: { capture: 'captured' },
  declined: {},
  lapsed: { capture: 'captured' },
};

/**
 * Applies an event to a payment. `change`: other members that the event changes.
 * @throws Error if the event is not allowed in the payment's state
 */
export function applyPayment(
  progress: PaymentProgress,
  event: PaymentEvent,
  change: Omit<Partial<PaymentProgress>, 'state'> = {},
): PaymentProgress {
  const state = PAYMENT_TRANSITIONS[progress.state][event];
  if (!state) throw new Error(`the event ${event} is not allowed for a payment in the state ${progress.state}`);
  return { ...progress, ...change, ...(progress.spent !== undefined && takesNothing(state) && { spent: 0 }), state };
}

/** True if the payment has ended without taking money. */
export function takesNothing(state: PaymentState): boolean {
  return state === 'voided' || state === 'declined' || state === 'lapsed';
}
