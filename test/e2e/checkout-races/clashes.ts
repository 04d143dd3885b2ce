import { complete, inShort, shownAgain } from '../../actors/purchase.js';
import type { Shopper } from '../../actors/shopper.js';
import type { Answered } from '../../support/portal.js';

interface Step {
  readonly call: 'set_destination' | 'select_fulfillment';
  readonly args: object;
}

/** Two calls on one cart whose result depends on which of them is made first. */
export interface Clash {
  readonly name: string;
  readonly before: readonly Step[];
  readonly calls: readonly [Step, Step];
}

const SALEM = {
  full_name: 'Ada Lovelace',
  address_country: 'US',
  street_address: '1 Main St',
  address_locality: 'Salem',
  address_region: 'OR',
  postal_code: '97301',
};
/** A destination that the demo shop does not ship to. */
const CANADA = { address_country: 'CA' };

const destination = (value: object): Step => ({ call: 'set_destination', args: { destination: value } });
const select = (id: string, more: object = {}): Step => ({
  call: 'select_fulfillment',
  args: { selected_option_id: id, ...more },
});

export const CLASHES: readonly Clash[] = [
  { name: 'the first destination, and shipping', before: [], calls: [destination(SALEM), select('standard')] },
  {
    name: 'a destination that is not served, and shipping',
    before: [destination(SALEM)],
    calls: [destination(CANADA), select('standard')],
  },
  {
    name: 'a destination that is not served, and shipping with `destinations` in the same call',
    before: [destination(SALEM), select('express')],
    calls: [destination(CANADA), select('standard', { destinations: [SALEM] })],
  },
  {
    name: 'a destination that deselects the shipping option, and pickup',
    before: [destination(SALEM), select('standard')],
    calls: [destination(CANADA), select('pickup-portland')],
  },
];

/** Sends the two calls of a clash, one after the other or at once. Returns the response to the first call first. */
export type Sending = (first: () => Promise<Answered>, second: () => Promise<Answered>) => Promise<readonly Answered[]>;

export const atOnce: Sending = (first, second) => Promise.all([first(), second()]);
export const inOrder: Sending = async (first, second) => [await first(), await second()];
export const inReverse: Sending = async (first, second) => {
  const answer = await second();
  return [await first(), answer];
};

/**
 * Sends the calls of a clash on a new cart. Returns what the buyer sees: both responses, the cart afterwards, and the
 * outcome of completing it.
 */
export async function outcomeOf(by: Shopper, { name, before, calls }: Clash, sending: Sending) {
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  const line_items = [{ id: 'it', item: { id: 'jam-jars' }, quantity: 1 }];
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  for (const { call, args } of before) await by.ok(call, { checkout_id, ...args });
  const [first, second] = calls;
  const send = ({ call, args }: Step) => by.send(call, { checkout_id, ...args });
  const answers = await sending(
    () => send(first),
    () => send(second),
  );
  const after = await by.send('get_checkout', { checkout_id });
  const paid = inShort(await complete(await shownAgain({ by, checkout_id })));
  return { name, answers: answers.map(shown), after: shown(after), paid };
}

/** Returns the parts of a response that do not depend on ids or times. */
function shown({ status, json }: Answered) {
  if (status !== 200) return { status, error: json.error };
  const { totals, messages, fulfillment } = json.data;
  return { totals, messages, methods: fulfillment?.methods.map(methodShown) };
}

function methodShown({ type, destinations, groups }: Method) {
  const address = destinations.map(({ id: _id, ...rest }) => rest);
  return {
    type,
    address,
    groups: groups.map(({ selected_option_id, options }) => [selected_option_id, options.map(({ id }) => id)]),
  };
}

interface Method {
  readonly type: string;
  readonly destinations: readonly { readonly id: string }[];
  readonly groups: readonly {
    readonly selected_option_id: string | null;
    readonly options: readonly { readonly id: string }[];
  }[];
}
