import type { InputForm } from '../../calls/input-form.js';
import { oncePer } from '../../domain/values/once-per.js';

/**
 * A name that agents send, and the members it may stand for. It stands for the first of them that the object's schema
 * has.
 */
type Alias = readonly [name: string, ...members: readonly string[]];

/**
 * Other names of members, over MCP only. docs/dev/mcp.md (Other names) is generated from this table. `item.id` is the
 * member `id` of the object `item`. Camel case counts as snake case, also for the names on the left.
 */
export const ALIASES: readonly Alias[] = [
  ['street', 'street_address'],
  ['line1', 'street_address'],
  ['address1', 'street_address'],
  ['address_line1', 'street_address'],
  ['line2', 'extended_address'],
  ['address2', 'extended_address'],
  ['address_line2', 'extended_address'],
  ['city', 'address_locality'],
  ['locality', 'address_locality'],
  ['town', 'address_locality'],
  ['state', 'address_region'],
  ['province', 'address_region'],
  ['region', 'address_region'],
  ['zip', 'postal_code'],
  ['zip_code', 'postal_code'],
  ['postcode', 'postal_code'],
  ['country', 'address_country'],
  ['country_code', 'address_country'],
  ['name', 'full_name'],
  ['phone', 'phone_number'],
  ['email_address', 'email'],
  ['items', 'line_items'],
  ['item_id', 'item.id'],
  ['product_id', 'item.id', 'item_id'],
  ['qty', 'quantity'],
  ['line_id', 'line_item_id'],
  ['cart_id', 'checkout_id'],
  ['cart', 'checkout_id'],
  ['option_id', 'selected_option_id'],
  ['option', 'selected_option_id'],
  ['address', 'destination', 'billing_address'],
  ['shipping_address', 'destination', 'destinations'],
  ['destination', 'destinations'],
  ['billing', 'billing_address'],
  ['discount_code', 'code'],
  ['total', 'expected_total'],
  ['q', 'query'],
  ['search', 'query'],
  ['id', 'order_id', 'item_id', 'receipt_id', 'line_item_id', 'consumer_id', 'agent_id', 'checkout_id'],
];

/** Returns the targets of the aliases in an object of this form, as paths. A member's own name is never an alias. */
export const aliasesIn = oncePer(({ members }: InputForm): ReadonlyMap<string, readonly string[]> => {
  const known = ALIASES.flatMap(([name, ...targets]): [string, readonly string[]][] => {
    const path = targets.map((target) => target.split('.')).find((parts) => hasPath(members, parts));
    return path && !members.has(name) ? [[name, path]] : [];
  });
  return new Map(known);
});

function hasPath(members: InputForm['members'], [first = '', ...rest]: readonly string[]): boolean {
  const member = members.get(first);
  return member !== undefined && (rest.length === 0 || hasPath(member.members, rest));
}

/** An unknown member moves into the first of these objects whose schema has it. */
export const WRAPPERS: readonly string[] = [
  'buyer',
  'destination',
  'destinations',
  'billing_address',
  'line_items',
  'payment',
  'instruments',
];

/**
 * Lists whose entries have ids that the caller chooses and that matter only within the call. Missing ids are numbered.
 */
export const OWN_IDS: ReadonlyMap<PropertyKey, string> = new Map([['instruments', 'instrument']]);

/** True for ids, codes and tokens. They are compared byte by byte, so they are not trimmed. */
export function isExactText(name: string): boolean {
  return name === 'id' || name.endsWith('_id') || name === 'code' || name === 'cursor' || name === 'token';
}
