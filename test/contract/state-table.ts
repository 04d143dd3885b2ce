import type { OperationName } from './portal-api.js';

/**
 * Result of each call on a checkout in each state: the status after a 200, or the error code (docs/checkout.md, Status;
 * docs/paying.md). `404` stands for the page of an invalid link.
 */
interface Cells {
  readonly read: string;
  /** Result of `list_fulfillment_methods`: the id of the first method, or empty text. */
  readonly list: string;
  readonly change: string;
  /** Result of changes that name a line. For an absent line, the error `line_item_not_found` takes precedence. */
  readonly line: string;
  readonly complete: string;
  readonly cancel: string;
  /** True if `get_cart` returns the checkout. */
  readonly current: boolean;
  readonly approve: string;
  readonly age: string;
}

const LIST = 'pickup-portland';

/** A cart that can change. The arguments are the results that depend on what the cart still lacks. */
const open = (read: string, complete: string, approve: string, age: string): Cells => ({
  ...{ read, complete, approve, age, list: LIST, change: 'changed', line: 'changed', cancel: 'canceled' },
  current: true,
});

/** A checkout whose payment attempt has no outcome yet. */
const paying = (cancel: string): Cells => ({
  ...{ read: 'complete_in_progress', complete: 'complete_in_progress', cancel, list: LIST, current: true },
  ...{ change: 'payment_in_progress', line: 'payment_in_progress' },
  ...{ approve: 'payment_in_progress', age: 'payment_in_progress' },
});

const CLOSED = { change: 'checkout_closed', approve: 'checkout_closed', age: 'checkout_closed', current: false };
const canceled = { ...CLOSED, read: 'canceled', complete: 'checkout_closed', cancel: 'canceled' };

export const TABLE = {
  incomplete: open('incomplete', 'checkout_not_ready', 'incomplete', 'incomplete'),
  ready_for_complete: open('ready_for_complete', 'completed', 'ready_for_complete', 'ready_for_complete'),
  // Kept by `buy`, beside the current cart.
  kept: {
    ...open('ready_for_complete', 'completed', 'ready_for_complete', 'ready_for_complete'),
    current: false,
  },
  'high value': open('requires_escalation', 'checkout_not_ready', 'ready_for_complete', 'requires_escalation'),
  'age unknown': open('requires_escalation', 'checkout_not_ready', 'requires_escalation', 'ready_for_complete'),
  complete_in_progress: paying('canceled'),
  voiding: paying('unavailable'),
  completed: {
    ...{ ...CLOSED, read: 'completed', list: LIST, line: 'checkout_closed' },
    ...{ complete: 'completed', cancel: 'checkout_closed' },
  },
  canceled: { ...canceled, list: LIST, line: 'checkout_closed' },
  expired: { ...canceled, list: LIST, line: 'checkout_closed' },
  // Its lines were removed, and its link has expired.
  erased: { ...canceled, list: '', line: 'line_item_not_found', approve: '404', age: '404' },
} satisfies Readonly<Record<string, Cells>>;

export type State = keyof typeof TABLE;

export const STATES = Object.keys(TABLE).filter((name): name is State => name in TABLE);

/** Operations on a checkout, each with its column and its arguments except the checkout and the payment. */
export const COLUMNS: Partial<Record<OperationName, { readonly cell: keyof Cells; readonly args?: object }>> = {
  get_checkout: { cell: 'read' },
  list_fulfillment_methods: { cell: 'list' },
  add_line_items: { cell: 'change', args: { line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] } },
  update_line_item: { cell: 'line', args: { line_item_id: 'mug', quantity: 3 } },
  remove_line_item: { cell: 'line', args: { line_item_id: 'tee' } },
  set_buyer: { cell: 'change', args: { buyer: { email: 'bob@example.com' } } },
  apply_discount: { cell: 'change', args: { code: 'FREESHIP' } },
  remove_discount: { cell: 'change', args: { code: 'WELCOME10' } },
  set_destination: { cell: 'change', args: { destination: { address_country: 'US' } } },
  select_fulfillment: { cell: 'change', args: { selected_option_id: 'pickup-portland' } },
  complete_checkout: { cell: 'complete' },
  cancel_checkout: { cell: 'cancel' },
};

/** Operations of the buyer's page, each with its column and its form. */
export const PAGE_COLUMNS = {
  approve_totals: { cell: 'approve', action: 'approve' },
  confirm_age: { cell: 'age', action: 'confirm-age' },
} as const;
