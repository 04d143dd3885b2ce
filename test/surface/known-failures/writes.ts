import type { Answered } from '../../support/portal.js';

type Call = (attempt: number) => Promise<Answered>;

/** Ways in which a client chooses the idempotency keys of its attempts. */
export const KEYS: readonly { readonly keys: string; of(attempt: number): Readonly<Record<string, string>> }[] = [
  { keys: 'without Idempotency-Key', of: () => ({}) },
  { keys: 'with the same Idempotency-Key', of: () => ({ 'idempotency-key': 'k' }) },
  { keys: 'with another Idempotency-Key each time', of: (attempt) => ({ 'idempotency-key': `k${attempt}` }) },
];

/** Kinds of repeats. */
export const REPEATS: readonly {
  readonly times: string;
  /** Number of attempts that are declined before the repeats. */
  readonly declines: number;
  send(call: Call): Promise<Answered[]>;
}[] = [
  { times: 'twice', declines: 0, send: async (call) => [await call(1), await call(2)] },
  { times: 'ten times at once', declines: 0, send: tenAtOnce },
  { times: 'twice after a decline', declines: 1, send: async (call) => [await call(1), await call(2)] },
  { times: 'ten times at once after a decline', declines: 1, send: tenAtOnce },
];

function tenAtOnce(call: Call): Promise<Answered[]> {
  return Promise.all(Array.from({ length: 10 }, (_, attempt) => call(attempt)));
}

/** Writes to a checkout, in an order in which each succeeds. */
export const WRITES: readonly { readonly operation: string; readonly args: object }[] = [
  { operation: 'add_line_items', args: { line_items: [{ id: 'it', item: { id: 'enamel-mug' }, quantity: 1 }] } },
  { operation: 'update_line_item', args: { line_item_id: 'it', quantity: 3 } },
  { operation: 'set_buyer', args: { buyer: { email: 'ada@example.com' } } },
  { operation: 'apply_discount', args: { code: 'WELCOME10' } },
  { operation: 'set_destination', args: { destination: { address_country: 'US' } } },
  { operation: 'select_fulfillment', args: { selected_option_id: 'pickup-portland' } },
  { operation: 'remove_discount', args: { code: 'WELCOME10' } },
];
