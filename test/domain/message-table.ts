import type { Attempt, PendingAction } from '../../src/domain/checkout/checkout.js';
import type { MessageCode } from '../../src/domain/checkout/message.js';
import type { SeenTerms } from '../../src/domain/checkout/seen.js';
import { type CartParts, discount, item, line, NOW, rate, spec } from './fixtures.js';

const HOME = {
  full_name: 'Ada Lovelace',
  street_address: '1 Main St',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97214',
  address_country: 'US',
};
export const settings = { shipping: [rate('post'), rate('near', { zone: { countries: ['US'] } })] };

/** Returns a cart that is ready to complete. Each case below makes one change that produces a message. */
export function ready(parts: CartParts = {}, checkout: CartParts['checkout'] = {}): CartParts {
  const given = { buyer: { email: 'ada@example.com' }, destination: HOME, selected_option_id: 'post', ...checkout };
  return { lines: [line('mug')], ...parts, settings: { ...settings, ...parts.settings }, checkout: given };
}

export const withItem = (change: Parameters<typeof item>[1]) => ready({ items: [item('mug', change)] });
export const required = { property_specs: [spec('Size', [['S', 0]], true)] };
/** The limits of a key that may buy one category only. */
const only = (category: string) => ({ key_id: 'key', limits: { categories: [category], currency: 'USD' }, spent: 0 });
const small = { properties: [{ name: 'Size', value: 'S' }] };
export const two = {
  lines: [line('a', { item_id: 'mug', quantity: 2 }), line('b', { item_id: 'mug' })],
  items: [item('mug')],
};
const both = { lines: [line('mug'), line('stove')] };
const stove = item('stove', { fulfillment_types: ['pickup'] });
export const ship = item('mug', { fulfillment_types: ['shipping'] });
const half = discount('HALF', { value_ppm: 500_000, minimum_subtotal: 2000 });
const codes = { discount_codes: ['HALF'] };
const FEE = {
  id: 'packing',
  title: 'Packing',
  price: { type: 'fixed', amount: 100 },
  tax_category: 'standard',
} as const;
const TERMS = {
  terms_required: true,
  links: [{ type: 'terms_of_service', url: 'https://shop.example/terms' }],
};
/** Settings of a shop with a fee of this amount and free delivery. */
const feeOf = (amount: number) => ({
  settings: {
    shipping: [rate('post', { price: { type: 'flat', amount: 0 } })],
    fees: [{ ...FEE, price: { type: 'fixed', amount } as const }],
  },
});
const SEEN: SeenTerms = { tax_included: false, taxes: [], fees: [] };
const tenth = discount('TENTH', { value_ppm: 100_000 });
const fifth = discount('FIFTH', { value_ppm: 200_000, automatic: true, combinable: false });
const shipsFree = discount('SHIP', { kind: 'free_shipping', option_ids: ['post'] });
const over = discount('HALF', { value_ppm: 500_000, ends_at: NOW });
const taxes = {
  settings: {
    ...settings,
    tax: { included: false, on_shipping: false, rates: [{ country: 'US', region: 'WA', rate_ppm: 100_000 }] },
  },
};
const from = (address_region?: string) => ready(taxes, { destination: { ...HOME, address_region } });
const to = (change: object) => ready({}, { destination: { ...HOME, ...change } });
const REGION = '$.fulfillment.methods[0].destinations[0].address_region';
const digital = { lines: [line('mug')], items: [item('mug', { fulfillment_types: ['digital'] })], ...taxes };
const billed = (more: object) => ({
  ...digital,
  checkout: { buyer: { email: 'ada@example.com' }, billing_address: { address_country: 'US', ...more } },
});
const unset = (member: keyof typeof HOME) => ready({}, { destination: { ...HOME, [member]: undefined } });

const CONFIRMATION = { type: 'redirect', url: 'https://bank.example', expires_at: NOW } as const;
const waitingFor = (action: PendingAction | undefined): Attempt => ({
  ...{ id: 'pay', handler_id: 'invoice', amount: 1500, currency: 'USD', started_at: NOW },
  ...(action && { action }),
});

/** Each case has a cart that produces a message, the message's code and path, and a cart that does not produce it. */
export const PRODUCED: readonly (readonly [name: string, MessageCode, CartParts, path: string, cleared: CartParts])[] =
  [
    ['no line', 'cart_empty', ready({ lines: [] }, { selected_option_id: 'x' }), '$.line_items', ready()],
    ['item withdrawn', 'item_unavailable', withItem({ status: 'withdrawn' }), '$.line_items[0].item', withItem({})],
    [
      'none left',
      'out_of_stock',
      ready({ stock: { mug: 0 } }),
      '$.line_items[0].quantity',
      ready({ stock: { mug: 1 } }),
    ],
    [
      'too few for two lines',
      'out_of_stock',
      ready({ ...two, stock: { mug: 2 } }),
      '$.line_items[1].quantity',
      ready({ ...two, stock: { mug: 3 } }),
    ],
    [
      'more units than are left of an item that can be backordered',
      'backordered',
      ready({ ...two, items: [item('mug', { backorder: { days: 9 } })], stock: { mug: 2 } }),
      '$.line_items[1].quantity',
      ready({ ...two, items: [item('mug', { backorder: { days: 9 } })], stock: { mug: 3 } }),
    ],
    [
      'property not set',
      'property_required',
      withItem(required),
      '$.line_items[0].properties',
      ready({ items: [item('mug', required)], lines: [line('mug', small)] }),
    ],
    ['no region where the tax depends on it', 'field_required', from(), REGION, from('OR')],
    ['unknown region where the tax depends on it', 'region_unknown', from('Oregano'), REGION, from('OR')],
    [
      'no region where digital goods are billed',
      'field_required',
      billed({}),
      '$.billing_address.address_region',
      billed({ address_region: 'WA' }),
    ],
    ['no buyer', 'field_required', ready({}, { buyer: {} }), '$.buyer.email', ready()],
    [
      'no street',
      'field_required',
      unset('street_address'),
      '$.fulfillment.methods[0].destinations[0].street_address',
      ready(),
    ],
    [
      'no town',
      'field_required',
      unset('address_locality'),
      '$.fulfillment.methods[0].destinations[0].address_locality',
      ready(),
    ],
    [
      'no postal code',
      'field_required',
      unset('postal_code'),
      '$.fulfillment.methods[0].destinations[0].postal_code',
      ready(),
    ],
    [
      'no recipient',
      'field_required',
      unset('full_name'),
      '$.fulfillment.methods[0].destinations[0].name',
      ready(
        {},
        { buyer: { email: 'ada@example.com', last_name: 'Park' }, destination: { ...HOME, full_name: undefined } },
      ),
    ],
    ['no region where addresses need one', 'field_required', unset('address_region'), REGION, ready()],
    ['unknown region where addresses need one', 'region_unknown', to({ address_region: 'Oregano' }), REGION, ready()],
    [
      'a postal code in the wrong format',
      'postal_code_invalid',
      to({ postal_code: '9' }),
      '$.fulfillment.methods[0].destinations[0].postal_code',
      ready({ settings: { address_check: 'street' } }, { destination: { ...HOME, postal_code: '9' } }),
    ],
    [
      'a postal code of another region',
      'postal_code_invalid',
      to({ postal_code: '10001' }),
      '$.fulfillment.methods[0].destinations[0].postal_code',
      to({ postal_code: '10001', address_region: 'NY' }),
    ],
    [
      'an address without a street, in a shop that requires only the street',
      'field_required',
      ready({ settings: { address_check: 'street' } }, { destination: { address_country: 'US' } }),
      '$.fulfillment.methods[0].destinations[0].street_address',
      ready({ settings: { address_check: 'street' } }, { destination: { address_country: 'US', street_address: 'x' } }),
    ],
    [
      'fees above the largest amount',
      'limit_exceeded',
      ready({ lines: [line('mug', { quantity: 9_000_000_000_000 })], ...feeOf(1) }),
      '$.totals',
      ready({ lines: [line('mug', { quantity: 9_000_000_000_000 })], ...feeOf(0) }),
    ],
    ['nothing selected', 'fulfillment_option_required', without('selected_option_id'), '$.fulfillment', ready()],
    [
      'a line that can only be picked up',
      'fulfillment_unavailable',
      ready({ ...both, items: [item('mug'), stove] }),
      '$.line_items[1]',
      ready({ ...both, items: [item('mug'), stove] }, { selected_option_id: 'counter' }),
    ],
    ['no handler', 'payment_unavailable', ready({ settings: { payment_handlers: [] } }), '$.payment.handlers', ready()],
    [
      'above the review limit',
      'high_value_order',
      ready({ settings: { review_limit: 1499 } }),
      '$.totals',
      ready({ settings: { review_limit: 1500 } }),
    ],
    [
      'an item outside the categories of the key',
      'category_outside_limits',
      ready({ items: [item('mug', { categories: ['Kitchen'] })], spending: only('Books') }),
      '$.line_items[0].item',
      ready({ items: [item('mug', { categories: ['Kitchen'] })], spending: only('kitchen') }),
    ],
    [
      'item for adults',
      'age_verification_required',
      withItem({ age_restricted: true }),
      '$.line_items[0].item',
      withItem({}),
    ],
    [
      'terms that are not accepted',
      'terms_acceptance_required',
      ready({ settings: TERMS }),
      '$.links',
      ready({ settings: TERMS }, { terms_accepted: 'https://shop.example/terms' }),
    ],
    [
      'acceptance of terms at an earlier URL',
      'terms_acceptance_required',
      ready({ settings: TERMS }, { terms_accepted: 'https://shop.example/old' }),
      '$.links',
      ready({ settings: { ...TERMS, terms_required: false } }),
    ],
    [
      'another price',
      'price_changed',
      ready({ lines: [line('mug', { seen_price: 900 })] }),
      '$.line_items[0].item.price',
      ready(),
    ],
    [
      'another price of the option',
      'fulfillment_price_changed',
      ready({}, { seen: { ...SEEN, option: { id: 'post', price: { type: 'flat', amount: 400 } } } }),
      '$.fulfillment',
      ready({}, { seen: SEEN }),
    ],
    [
      'another tax rate',
      'tax_changed',
      ready({}, { seen: { ...SEEN, taxes: [{ country: 'US', region: 'OR', category: 'standard', rate_ppm: 1 }] } }),
      '$.tax_lines',
      ready({}, { seen: SEEN }),
    ],
    [
      'another fee',
      'fee_changed',
      ready({}, { seen: { ...SEEN, fees: [FEE] } }),
      '$.fees',
      ready({ settings: { fees: [FEE] } }, { seen: { ...SEEN, fees: [FEE] } }),
    ],
    [
      'below the minimum',
      'discount_code_ineligible',
      ready({ discounts: [half] }, codes),
      '$.discounts.codes[0]',
      ready({ lines: [line('mug', { quantity: 2 })], discounts: [half] }, codes),
    ],
    [
      'code after its end',
      'discount_code_expired',
      ready({ discounts: [over] }, codes),
      '$.discounts.codes[0]',
      ready({ discounts: [over] }, { discount_codes: [] }),
    ],
    [
      'code used up',
      'discount_code_expired',
      ready({ discounts: [half], uses: { HALF: 0 } }, codes),
      '$.discounts.codes[0]',
      ready(),
    ],
    ['code deleted', 'discount_code_expired', ready({}, codes), '$.discounts.codes[0]', ready()],
    [
      'code beside a discount that takes off more',
      'discount_code_combination_disallowed',
      ready({ discounts: [fifth, tenth] }, { discount_codes: ['TENTH'] }),
      '$.discounts.codes[0]',
      ready({ discounts: [tenth] }, { discount_codes: ['TENTH'] }),
    ],
    [
      'automatic discount beside a code that takes off as much',
      'discount_code_combination_disallowed',
      ready({ discounts: [fifth, { ...tenth, value_ppm: 200_000 }] }, { discount_codes: ['TENTH'] }),
      '$.discounts.applied',
      ready({ discounts: [fifth] }),
    ],
    [
      'code for another option',
      'discount_code_without_effect',
      ready({ discounts: [shipsFree] }, { discount_codes: ['SHIP'], selected_option_id: 'near' }),
      '$.discounts.codes[0]',
      ready({ discounts: [shipsFree] }, { discount_codes: ['SHIP'] }),
    ],
    [
      'option dropped',
      'fulfillment_option_dropped',
      without('selected_option_id', { dropped_option_id: 'near' }),
      '$.fulfillment',
      ready({}, { dropped_option_id: 'near' }),
    ],
    [
      'payment that waits for the buyer',
      'payment_action_required',
      ready({}, { state: 'paying', attempt: waitingFor(CONFIRMATION) }),
      '$.payment',
      ready({}, { state: 'paying', attempt: waitingFor(undefined) }),
    ],
    ['payment declined', 'payment_failed', ready({}, { failed_payment: 'declined' }), '$.payment', ready()],
    ['payment voided', 'payment_failed', ready({}, { failed_payment: 'expired' }), '$.payment', ready()],
    [
      'option that the shop no longer has',
      'fulfillment_option_dropped',
      ready({}, { selected_option_id: 'gone' }),
      '$.fulfillment',
      ready(),
    ],
  ];

/** Messages about carts with a line that can only be shipped. */
export const SHIPPED: readonly (readonly [name: string, MessageCode, CartParts['checkout'], cleared: CartParts])[] = [
  ['no destination', 'fulfillment_destination_required', {}, ready({ items: [ship] })],
  ['no rate applies', 'address_undeliverable', { destination: { address_country: 'DE' } }, ready({ items: [ship] })],
];

function without(member: 'selected_option_id', more: CartParts['checkout'] = {}): CartParts {
  const { [member]: _gone, ...checkout } = ready().checkout ?? {};
  return { ...ready(), checkout: { ...checkout, ...more } };
}
