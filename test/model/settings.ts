/** Settings that the merchant of the model test switches between. */

export interface Address {
  readonly full_name?: string | undefined;
  readonly address_country: string;
  readonly address_region?: string;
  readonly postal_code?: string;
  readonly street_address?: string;
  readonly address_locality?: string;
}

export interface Rate {
  readonly id: string;
  readonly zone: {
    readonly countries?: readonly string[];
    readonly regions?: readonly string[];
    readonly postal_prefixes?: readonly string[];
  };
  readonly price:
    | { readonly type: 'flat'; readonly amount: number }
    | { readonly type: 'per_item'; readonly base: number; readonly amount: number }
    | {
        readonly type: 'by_weight';
        readonly steps: readonly { readonly up_to_grams: number; readonly amount: number }[];
      };
  readonly free_from?: number;
}

export interface Location {
  readonly id: string;
  readonly amount: number;
  readonly address: Address;
}

export interface FeeRow {
  readonly id: string;
  readonly title: string;
  readonly price:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'percent'; readonly value_ppm: number };
  readonly countries?: readonly string[];
  readonly below_subtotal?: number;
  readonly tax_category: string;
}

export interface TaxRow {
  readonly country: string;
  readonly region?: string;
  readonly category?: string;
  readonly rate_ppm: number;
}

/** Settings that determine an amount, an option or a message. */
export interface Settings {
  readonly country: string;
  readonly tax: { readonly included: boolean; readonly on_shipping: boolean; readonly rates: readonly TaxRow[] };
  readonly shipping: readonly Rate[];
  readonly pickup: readonly Location[];
  readonly fees: readonly FeeRow[];
  readonly payment_handlers: readonly string[];
  readonly review_limit: number | null;
}

const rates: readonly TaxRow[] = [
  { country: 'US', rate_ppm: 72_500 },
  { country: 'US', region: 'CA', rate_ppm: 95_000 },
  { country: 'US', category: 'food', rate_ppm: 21_300 },
  { country: 'US', region: 'CA', category: 'food', rate_ppm: 0 },
  { country: 'US', category: 'shipping', rate_ppm: 33_000 },
  { country: 'DE', rate_ppm: 190_000 },
  { country: 'DE', category: 'digital', rate_ppm: 70_000 },
];

const base: Settings = {
  country: 'US',
  tax: { included: false, on_shipping: true, rates },
  shipping: [
    { id: 'post', zone: { countries: ['US'] }, price: { type: 'flat', amount: 599 }, free_from: 3210 },
    { id: 'valley', zone: { regions: ['CA'] }, price: { type: 'per_item', base: 201, amount: 75 } },
    { id: 'bike', zone: { countries: ['US'], postal_prefixes: ['972'] }, price: { type: 'flat', amount: 350 } },
    {
      id: 'freight',
      zone: {},
      price: {
        type: 'by_weight',
        steps: [
          { up_to_grams: 360, amount: 499 },
          { up_to_grams: 3000, amount: 1249 },
        ],
      },
    },
  ],
  pickup: [
    { id: 'counter', amount: 0, address: { address_country: 'US', address_region: 'OR' } },
    { id: 'kiosk', amount: 150, address: { address_country: 'DE' } },
  ],
  fees: [
    { id: 'deposit', title: 'Deposit', price: { type: 'fixed', amount: 25 }, countries: ['DE'], tax_category: 'food' },
    {
      id: 'small',
      title: 'Small order',
      price: { type: 'fixed', amount: 333 },
      below_subtotal: 3210,
      tax_category: 'standard',
    },
  ],
  payment_handlers: ['sandbox_card', 'invoice'],
  review_limit: 12_000,
};

export const SETTINGS = {
  base,
  'tax included': {
    ...base,
    country: 'DE',
    tax: { included: true, on_shipping: true, rates },
    shipping: base.shipping.map((rate) =>
      rate.id === 'post' ? { ...rate, price: { type: 'flat', amount: 649 } } : rate,
    ),
    pickup: base.pickup.map((place) => (place.id === 'counter' ? { ...place, amount: 75 } : place)),
    fees: [{ id: 'deposit', title: 'Deposit', price: { type: 'percent', value_ppm: 21_500 }, tax_category: 'food' }],
    payment_handlers: ['invoice'],
    review_limit: 3210,
  },
  'no post': {
    ...base,
    shipping: base.shipping.slice(1),
    pickup: base.pickup.slice(0, 1),
    fees: [],
    tax: { included: false, on_shipping: false, rates: rates.slice(1) },
    review_limit: null,
  },
} as const satisfies Record<string, Settings>;

/** Settings after a PUT with only an empty list of payment handlers: no tax, and one free rate for the whole world. */
export const DEFAULTS: Settings = {
  country: 'US',
  tax: { included: false, on_shipping: false, rates: [] },
  shipping: [{ id: 'standard', zone: {}, price: { type: 'flat', amount: 0 } }],
  pickup: [],
  fees: [],
  payment_handlers: [],
  review_limit: null,
};

export type SettingsName = keyof typeof SETTINGS | 'defaults';

export function settingsNamed(name: SettingsName): Settings {
  return name === 'defaults' ? DEFAULTS : SETTINGS[name];
}
