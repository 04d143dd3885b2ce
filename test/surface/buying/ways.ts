import type { Args } from '../../actors/registry-caller.js';
import { CARD, type Shopper } from '../../actors/shopper.js';
import type { Answered } from '../../support/portal.js';

/** Arguments of `buy`, except the payment and the total, as far as the single calls have them too. */
export interface Wish {
  readonly line_items: readonly object[];
  readonly buyer: object;
  readonly billing_address?: object;
  readonly destination?: object;
  readonly selected_option_id?: string;
  readonly discount_codes?: readonly string[];
}

export const INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

/** A payment that its handler approves. */
export const APPROVED = { instruments: [CARD] };

/** A payment that is declined, after which the purchase is kept. */
export const DECLINED = { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_decline' } }] };

export const HOME = {
  address_country: 'US',
  address_region: 'OR',
  address_locality: 'Portland',
  postal_code: '97205',
  street_address: '1450 Juniper Street',
  full_name: 'Ada Park',
};

export const ADA = { email: 'ada@example.com' };

/** A mug that is picked up, so that nothing else is needed. */
export const MUG: Wish = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
  buyer: ADA,
  selected_option_id: 'pickup-portland',
};

/** A bottle for which the buyer must confirm their age. */
export const WINE: Wish = { ...MUG, line_items: [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }] };

/** Buys with the single calls on the current cart. Returns the response to the first one that fails, or to the last. */
export async function buyStepByStep(by: Shopper, wish: Wish, paying: Args): Promise<Answered> {
  const { line_items, destination, discount_codes = [], selected_option_id, ...who } = wish;
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  const calls: readonly (readonly [name: string, args: object])[] = [
    ['add_line_items', { line_items }],
    ['set_buyer', who],
    ...(destination ? [['set_destination', { destination }] as const] : []),
    ...discount_codes.map((code) => ['apply_discount', { code }] as const),
    ...(selected_option_id === undefined ? [] : [['select_fulfillment', { selected_option_id }] as const]),
    ['complete_checkout', paying],
  ];
  let last: Answered | undefined;
  for (const [name, args] of calls) {
    last = await by.send(name, { checkout_id, ...args });
    if (last.status !== 200) break;
  }
  if (!last) throw new Error('there is always a last call');
  return last;
}
