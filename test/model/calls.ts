import type { Shopper } from '../actors/shopper.js';
import { lineAt, parentOf } from './lines.js';
import { destinationsOf } from './model.js';
import { ADDRESSES, type CartOperation, PAYMENTS } from './operations.js';
import type { Body } from './shown.js';
import type { Checkout } from './state.js';

/** Performs cart operations on the server, over HTTP or on the buyer's page. */

export interface Outcome {
  /** Error code, if the call failed. */
  readonly error?: string;
  readonly checkout?: Body;
  readonly methods?: readonly Method[];
}

/** An entry of the list of fulfillment methods. */
export interface Method {
  readonly id: string;
  readonly method_type: string;
  readonly line_item_ids: readonly string[];
  readonly totals: readonly { readonly type: string; readonly amount: number }[];
}

interface Call {
  readonly checkout_id: string;
  readonly checkout: Checkout;
  readonly expected_total: number;
  /** Returns the server's id of a line of the model. */
  idOf(line: string): string;
}

export async function call(by: Shopper, operation: CartOperation, to: Call): Promise<Outcome> {
  if (operation.do === 'confirm age' || operation.do === 'approve') return onPage(by, operation.do, to);
  const [name, args] = toolCall(operation, to);
  const { status, json } = await by.send(name, { checkout_id: to.checkout_id, ...args });
  if (status !== 200) return { error: json.error };
  return operation.do === 'list methods' ? { methods: json.data } : { checkout: json.data };
}

type Args = Readonly<Record<string, unknown>>;
type OnTools = Exclude<CartOperation, { readonly do: 'confirm age' | 'approve' }>;

function toolCall(operation: OnTools, to: Call): readonly [operation: string, args: Args] {
  const lineId = (place: number) => to.idOf(lineAt(to.checkout.lines, place)?.id ?? 'nobody');
  switch (operation.do) {
    case 'add':
      return ['add_line_items', { line_items: operation.entries.map((entry) => ({ ...entryOf(entry, to) })) }];
    case 'update': {
      const { line, quantity, properties } = operation;
      return ['update_line_item', { line_item_id: lineId(line), quantity, ...(properties && { properties }) }];
    }
    case 'remove':
      return ['remove_line_item', { line_item_id: lineId(operation.line) }];
    case 'apply code':
      return ['apply_discount', { code: operation.code }];
    case 'remove code':
      return ['remove_discount', { code: operation.code }];
    case 'set buyer': {
      const { email, billing } = operation;
      const buyer = email === undefined ? {} : { email };
      return ['set_buyer', { buyer, ...(billing !== undefined && { billing_address: { address_country: billing } }) }];
    }
    case 'set destination':
      return ['set_destination', { destination: ADDRESSES[operation.to] }];
    case 'select': {
      const destinations = destinationsOf(operation.to);
      return ['select_fulfillment', { selected_option_id: operation.option, ...(destinations && { destinations }) }];
    }
    case 'list methods':
      return ['list_fulfillment_methods', {}];
    case 'complete': {
      const instrument = PAYMENTS[operation.payment];
      const payment = instrument && { payment: { instruments: [instrument] } };
      return ['complete_checkout', { expected_total: to.expected_total, ...payment }];
    }
    case 'cancel':
      return ['cancel_checkout', {}];
  }
}

function entryOf(entry: Extract<CartOperation, { readonly do: 'add' }>['entries'][number], to: Call): Args {
  const { item, quantity, properties, id } = entry;
  const parent = parentOf(to.checkout.lines, entry);
  return {
    item: { id: item },
    quantity,
    ...(properties && { properties }),
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent_id: to.idOf(parent) }),
  };
}

/** Opens the buyer's link and submits the form. After a rejection, the redirect names the `problem`. */
async function onPage(by: Shopper, action: 'confirm age' | 'approve', to: Call): Promise<Outcome> {
  const { data } = await by.ok('get_checkout', { checkout_id: to.checkout_id });
  const { continue_url: url = '' }: Body = data;
  const page = await (await fetch(url)).text();
  const version = page.match(/name="version" value="(\d+)"/)?.[1] ?? '';
  const years = page.match(/name="years" value="(\d+)"/)?.[1] ?? '';
  const form = action === 'approve' ? { version, expected_total: String(to.expected_total) } : { version, years };
  const path = action === 'approve' ? 'approve' : 'confirm-age';
  const body = new URLSearchParams(form);
  const response = await fetch(`${url}/${path}`, { method: 'POST', body, redirect: 'manual' });
  const problem = response.headers.get('location')?.match(/problem=(\w+)/)?.[1];
  if (response.status !== 303) return { error: `${response.status}` };
  return problem === undefined ? {} : { error: problem };
}
