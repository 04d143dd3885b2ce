/**
 * Result of each action in each state of an order, by the rules of docs/orders.md: the status and payment status after
 * a success, or the error code.
 */

export const ACTIONS = [
  'hold',
  'release',
  'fulfill',
  'cancel',
  'cancel a unit',
  'refund',
  'refund a unit',
  'return',
  'mark_paid',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Returns the names that `permitted_actions` has for the given actions. */
export function permittedOf(actions: readonly Action[]): string[] {
  return [...new Set(actions.map((action) => action.replace(' a unit', '')))];
}

/** Results of hold, release, fulfill and cancel for each order status. `moved` means that some units were shipped. */
export const STANDS = {
  processing: ['on_hold', 'order_not_on_hold', 'partially_fulfilled', 'canceled'],
  on_hold: ['order_already_on_hold', 'processing', 'order_on_hold', 'canceled'],
  'on_hold moved': ['order_already_on_hold', 'partially_fulfilled', 'order_on_hold', 'order_not_cancelable'],
  partially_fulfilled: ['on_hold', 'order_not_on_hold', 'partially_fulfilled', 'order_not_cancelable'],
  fulfilled: ['order_not_holdable', 'order_not_on_hold', 'order_not_fulfillable', 'order_not_cancelable'],
  canceled: ['order_not_holdable', 'order_not_on_hold', 'order_not_fulfillable', 'order_not_cancelable'],
} as const;
export type Stand = keyof typeof STANDS;

interface Paid {
  readonly status: string;
  /** `refund` is the result of refunding one minor unit or a mug, `return` that of returning a shipped unit. */
  readonly refund: string;
  readonly return?: string;
  readonly mark_paid: string;
  /** Payment status after a successful `cancel`. */
  readonly canceled?: string;
}

/** Results by payment status; text after the status is the outcome of the last refund or void. */
export const PAID = {
  pending: { status: 'pending', refund: 'order_not_payable', mark_paid: 'paid', canceled: 'voided' },
  paid: {
    ...{ status: 'paid', refund: 'partially_refunded', return: 'partially_refunded' },
    ...{ mark_paid: 'order_not_payable', canceled: 'refunded' },
  },
  partially_refunded: {
    ...{ status: 'partially_refunded', refund: 'partially_refunded', return: 'partially_refunded' },
    ...{ mark_paid: 'order_not_payable', canceled: 'refunded' },
  },
  refunded: {
    ...{ status: 'refunded', refund: 'order_not_payable', mark_paid: 'order_not_payable', canceled: 'refunded' },
  },
  'paid, all on its way back': {
    ...{ status: 'paid', refund: 'adjustment_exceeds_paid', mark_paid: 'order_not_payable' },
  },
  'partially_refunded, the rest on its way back': {
    ...{ status: 'partially_refunded', refund: 'adjustment_exceeds_paid', mark_paid: 'order_not_payable' },
  },
  'paid, refund failed': { status: 'paid', refund: 'partially_refunded', mark_paid: 'order_not_payable' },
  'partially_refunded, refund failed': {
    ...{ status: 'partially_refunded', refund: 'partially_refunded', mark_paid: 'order_not_payable' },
  },
  'pending, not voided': { status: 'pending', refund: 'order_not_payable', mark_paid: 'order_not_payable' },
  voided: { status: 'voided', refund: 'order_not_payable', mark_paid: 'order_not_payable' },
} as const satisfies Readonly<Record<string, Paid>>;
export type Payment = keyof typeof PAID;

const OPEN: readonly Payment[] = ['pending', 'paid', 'partially_refunded', 'refunded'];

/** Payment states that a canceled order can have. */
const OVER: readonly Payment[] = [
  'voided',
  'refunded',
  'pending, not voided',
  'paid, all on its way back',
  'partially_refunded, the rest on its way back',
  'paid, refund failed',
  'partially_refunded, refund failed',
];

export interface State {
  readonly stand: Stand;
  readonly payment: Payment;
}

const stands = Object.keys(STANDS).filter((name): name is Stand => name in STANDS);

/** The states that the tests bring orders into. */
export const STATES: readonly State[] = [
  ...stands.flatMap((stand) => (stand === 'canceled' ? OVER : OPEN).map((payment) => ({ stand, payment }))),
  { stand: 'fulfilled', payment: 'paid, all on its way back' },
];

export const statusOf = ({ stand }: State) => stand.replace(' moved', '');

const hasUnitsOut = (stand: Stand) => ['on_hold moved', 'partially_fulfilled', 'fulfilled'].includes(stand);

/** Returns the result of each action for a key with the scopes `commerce` and `fulfillment`. */
export function cellsOf(state: State): Record<Action, string> {
  const [hold, release, fulfill, cancel] = STANDS[state.stand];
  const paid: Paid = PAID[state.payment];
  const stays = (status: string) => (status.startsWith('order_') ? status : `${status} ${paid.status}`);
  // Canceling a unit needs a mug that is still in the shop; its remaining amount, if any, is refunded.
  const one = cancel === 'canceled' || /moved|partially/.test(state.stand);
  const pays = (to: string) => (/^(order|adjustment)_/.test(to) ? to : `${statusOf(state)} ${to}`);
  return {
    hold: stays(hold),
    release: stays(release),
    fulfill: stays(fulfill),
    cancel: cancel === 'canceled' ? `canceled ${paid.canceled}` : cancel,
    'cancel a unit': one ? `${statusOf(state)} ${paid.return ?? paid.status}` : 'order_not_cancelable',
    refund: pays(paid.refund),
    // If the refund of the cancellation failed, later refunds above one minor unit fail too.
    'refund a unit': pays(state.payment.endsWith('refund failed') ? paid.status : paid.refund),
    return: hasUnitsOut(state.stand) ? pays(paid.return ?? paid.status) : 'invalid_request',
    mark_paid: pays(paid.mark_paid),
  };
}
