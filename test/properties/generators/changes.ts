import fc from 'fast-check';
import { DEFAULT_MAX_QUANTITY } from '../../../src/domain/checkout/cart-limits.js';
import type { Line } from '../../../src/domain/checkout/checkout.js';
import { MAX_PRICE } from '../../../src/domain/shop/item.js';
import type { CartParts } from '../../domain/fixtures.js';
import { picked } from './amounts.js';
import { optionIds } from './shops.js';

/** Change of a cart or its shop after the buyer approved the cart; `at` selects the line, item or option. */
type Change = (parts: CartParts, at: number) => CartParts;

function eachAt<T>(list: readonly T[] | undefined, at: number, change: (one: T) => T): readonly T[] {
  return (list ?? []).map((one) => (one === picked(list ?? [], at) ? change(one) : one));
}

const ofLine = (change: (line: Line) => Line): Change => {
  return (parts, at) => ({ ...parts, lines: eachAt(parts.lines, at, change) });
};

const ofCheckout = (change: CartParts['checkout']): Change => {
  return (parts) => ({ ...parts, checkout: { ...parts.checkout, ...change } });
};

/** Swaps the quantities of the first two lines. */
const exchangedQuantities: Change = (parts) => {
  const [first, second, ...others] = parts.lines ?? [];
  if (!first || !second) return parts;
  const { quantity } = first;
  return { ...parts, lines: [{ ...first, quantity: second.quantity }, { ...second, quantity }, ...others] };
};

/** Replaces the item of a line by a copy with another id. */
const lookalike: Change = (parts, at) => {
  const of = picked(parts.lines ?? [], at)?.item_id;
  const copies = (parts.items ?? []).filter(({ id }) => id === of).map((item) => ({ ...item, id: `${item.id}-like` }));
  const lines = eachAt(parts.lines, at, (line) => ({ ...line, item_id: `${of}-like` }));
  return { ...parts, items: [...(parts.items ?? []), ...copies], lines };
};

const price =
  (by: number): Change =>
  (parts, at) => {
    const cut = (amount: number) => Math.max(0, Math.min(MAX_PRICE, amount));
    return { ...parts, items: eachAt(parts.items, at, (item) => ({ ...item, price: cut(item.price + by) })) };
  };

/** Raises one price and lowers another by the same amount, so that the sum may remain equal. */
const shiftedPrices: Change = (parts) => price(-1)(price(1)(parts, 0), 1);

const option: Change = (parts, at) => {
  const id = picked(optionIds(parts.settings ?? {}), at);
  const { selected_option_id, ...rest } = parts.checkout ?? {};
  return { ...parts, checkout: { ...rest, ...(id !== undefined && { selected_option_id: id }) } };
};

const noTax: Change = (parts) => {
  const { included = false, on_shipping = false } = parts.settings?.tax ?? {};
  return { ...parts, settings: { ...parts.settings, tax: { included, on_shipping, rates: [] } } };
};

export const CHANGES = {
  'nothing happens': (parts) => parts,
  'a buyer is set': ofCheckout({ buyer: { email: 'ada@example.com' } }),
  'the age is confirmed': ofCheckout({ age_confirmed: true }),
  'a line is written again': ofLine((line) => ({ ...line, seen_price: line.seen_price + 1 })),
  'a line gets another id': ofLine((line) => ({ ...line, id: `${line.id}-new` })),
  'a quantity changes': ofLine((line) => ({ ...line, quantity: (line.quantity % DEFAULT_MAX_QUANTITY) + 1 })),
  'two quantities are exchanged': exchangedQuantities,
  'properties are dropped': ofLine((line) => ({ ...line, properties: [] })),
  'a free text changes': ofLine((line) => ({
    ...line,
    properties: line.properties.map((one) => (one.value === 'free text' ? { ...one, value: 'other text' } : one)),
  })),
  'a line is removed': (parts, at) => ({
    ...parts,
    lines: (parts.lines ?? []).filter((line) => line !== picked(parts.lines ?? [], at)),
  }),
  'an item is exchanged for one like it': lookalike,
  'a price rises': price(1),
  'a price falls': price(-100),
  'one price rises and another falls': shiftedPrices,
  'the codes are taken off': ofCheckout({ discount_codes: [] }),
  'the codes are entered in another order': (parts) => ({
    ...parts,
    checkout: { ...parts.checkout, discount_codes: [...(parts.checkout?.discount_codes ?? [])].reverse() },
  }),
  'another option is selected': option,
  'the goods go elsewhere': ofCheckout({ destination: { address_country: 'DE', postal_code: '1' } }),
  'the bill goes elsewhere': ofCheckout({ billing_address: { address_country: 'US', address_region: 'OR' } }),
  'taxes are abolished': noTax,
} as const satisfies Record<string, Change>;

const NAMES = Object.keys(CHANGES).filter((name): name is keyof typeof CHANGES => name in CHANGES);

/** One or two random changes. */
export const changes = fc.array(fc.record({ change: fc.constantFrom(...NAMES), at: fc.nat(11) }), {
  minLength: 1,
  maxLength: 2,
});
export type DrawnChange = typeof changes extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

export function changed(parts: CartParts, drawn: readonly DrawnChange[]): CartParts {
  return drawn.reduce((current, { change, at }) => CHANGES[change](current, at), parts);
}
