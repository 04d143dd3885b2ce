import fc from 'fast-check';
import type {
  Fee,
  PickupLocation,
  ShippingPrice,
  ShippingRate,
  ShopSettings,
  TaxRate,
} from '../../../src/domain/shop/shop.js';
import type { Destination } from '../../../src/domain/values/address.js';
import { rate } from '../../domain/fixtures.js';
import { maybe, money, ppm } from './amounts.js';

/** Few countries and categories, so that rates, zones and destinations often match. */
const COUNTRIES = ['US', 'DE'] as const;
const REGIONS = ['OR', 'CA'] as const;
export const CATEGORIES = ['standard', 'food', 'digital'] as const;

export const destination = fc.constantFrom<Destination>(
  { address_country: 'US' },
  { address_country: 'US', address_region: 'OR', postal_code: '97 214' },
  { address_country: 'US', address_region: 'or', postal_code: '98101' },
  { address_country: 'US', address_region: 'CA', postal_code: '90001' },
  { address_country: 'DE', postal_code: '10115' },
  { address_country: 'FR' },
);

const taxRow = fc
  .record({
    country: fc.constantFrom(...COUNTRIES),
    region: maybe(fc.constantFrom(...REGIONS)),
    category: maybe(fc.constantFrom(...CATEGORIES, 'shipping')),
    rate_ppm: ppm,
  })
  .map(
    ({ country, region, category, rate_ppm }): TaxRate => ({
      country,
      ...(region !== undefined && { region }),
      ...(category !== undefined && { category }),
      rate_ppm,
    }),
  );

/** Keeps one tax rate for each place and category, the one drawn last. */
function distinctRows(rows: readonly TaxRate[]): TaxRate[] {
  return [...new Map(rows.map((row) => [`${row.country} ${row.region} ${row.category}`, row])).values()];
}

const tax = fc
  .record({ included: fc.boolean(), on_shipping: fc.boolean(), rates: fc.array(taxRow, { maxLength: 8 }) })
  .map((settings) => ({ ...settings, rates: distinctRows(settings.rates) }));

const steps = fc
  .array(fc.record({ more: fc.integer({ min: 1, max: 200_000 }), amount: money }), { minLength: 1, maxLength: 4 })
  .map((drawn) => {
    let up_to_grams = 0;
    return drawn.map(({ more, amount }) => {
      up_to_grams += more;
      return { up_to_grams, amount };
    });
  });

const shippingPrice: fc.Arbitrary<ShippingPrice> = fc.oneof(
  fc.record({ type: fc.constant('flat' as const), amount: money }),
  fc.record({ type: fc.constant('per_item' as const), base: money, amount: money }),
  fc.record({ type: fc.constant('by_weight' as const), steps }),
);

const zone = fc.constantFrom<ShippingRate['zone']>(
  {},
  {},
  { countries: ['US'] },
  { countries: ['US', 'DE'], regions: ['OR'] },
  { postal_prefixes: ['972', '1'] },
);

const shippingRate = fc.record({ zone, price: shippingPrice, free_from: maybe(money) });

const pickup = fc.record({
  amount: money,
  address: fc.constantFrom<PickupLocation['address']>(
    { address_country: 'US', address_region: 'CA' },
    { address_country: 'DE' },
  ),
});

const feePrice: fc.Arbitrary<Fee['price']> = fc.oneof(
  fc.record({ type: fc.constant('fixed' as const), amount: money }),
  fc.record({ type: fc.constant('percent' as const), value_ppm: ppm.map((part) => Math.max(1, part)) }),
);

const fee = fc.record({
  price: feePrice,
  countries: maybe(fc.constantFrom(['US'], ['DE', 'FR'])),
  below_subtotal: maybe(fc.integer({ min: 1, max: 20_000 })),
  tax_category: fc.constantFrom(...CATEGORIES),
});

/** Settings whose options have the ids `ship-0`, `ship-1`, … and `counter-0`, … */
export const settings: fc.Arbitrary<Partial<ShopSettings>> = fc
  .record({
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
    country: fc.constantFrom(...COUNTRIES),
    tax,
    shipping: fc.array(shippingRate, { maxLength: 3 }),
    pickup: fc.array(pickup, { maxLength: 2 }),
    fees: fc.array(fee, { maxLength: 2 }),
    review_limit: fc.option(fc.nat(100_000)),
  })
  .map((drawn) => ({
    ...drawn,
    shipping: drawn.shipping.map(({ free_from, ...one }, index) =>
      rate(`ship-${index}`, { ...one, ...(free_from !== undefined && { free_from }) }),
    ),
    fees: drawn.fees.map(
      ({ countries, below_subtotal, ...one }, index): Fee => ({
        ...one,
        id: `fee-${index}`,
        title: 'Fee',
        ...(countries && { countries }),
        ...(below_subtotal !== undefined && { below_subtotal }),
      }),
    ),
    pickup: drawn.pickup.map((one, index) => ({
      ...one,
      id: `counter-${index}`,
      title: 'Counter',
      ready_days: { min: 0, max: 1 },
    })),
  }));

/** Ids of all shipping rates and pickup locations in the settings. */
export function optionIds({ shipping = [], pickup: places = [] }: Partial<ShopSettings>): string[] {
  return [...shipping, ...places].map(({ id }) => id);
}
