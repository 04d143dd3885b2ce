import fc from 'fast-check';
import type { Wish } from '../../surface/buying/ways.js';
import { maybe } from './amounts.js';

const rare = <T>(usual: fc.Arbitrary<T>, ...others: readonly T[]) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const tee = (size: string) => ({
  item: { id: 'shop-tee' },
  properties: [
    { name: 'Size', value: size },
    { name: 'Color', value: 'Indigo' },
  ],
});

const goods = rare<object>(
  fc.constantFrom<object>(
    { item: { id: 'enamel-mug' } },
    tee('M'),
    tee('XXL'),
    { item: { id: 'preserving-ebook' } },
    { item: { id: 'wool-throw' } },
    { item: { id: 'coffee-beans' }, properties: [{ name: 'Grind', value: 'Espresso' }] },
  ),
  { item: { id: 'coffee-beans' } },
  { item: { id: 'oregon-pinot-noir' } },
  { item: { id: 'no-such-item' } },
);

const entry = fc
  .record({ what: goods, quantity: rare(fc.integer({ min: 1, max: 4 }), 9_998), id: maybe(fc.constantFrom('a', 'b')) })
  .map(({ what, quantity, id }) => ({ ...what, quantity, ...(id !== undefined && { id }) }));

const SALEM = {
  street_address: '1 Main St',
  address_locality: 'Salem',
  address_region: 'Oregon',
  postal_code: '97301',
  address_country: 'us',
};

const COMPLETE = fc.constantFrom<object>({ ...SALEM, full_name: 'Ann Lee' }, { ...SALEM, instructions: 'Ring twice' });

/** Purchases, most of which can be completed. */
export const purchases: fc.Arbitrary<Wish> = fc
  .record({
    line_items: fc.array(entry, { minLength: 1, maxLength: 3 }),
    buyer: rare<object>(fc.constant({ email: 'ada@example.com', full_name: 'Ada' }), { email: 'ada@example.com' }),
    billing_address: maybe(fc.constantFrom({ address_country: 'US' }, { address_country: 'DE' }, {})),
    destination: rare<object | undefined>(COMPLETE, undefined, { address_country: 'US' }, { address_country: 'CA' }),
    discount_codes: fc.array(rare(fc.constantFrom('WELCOME10', ' odd'), 'ALONE', 'FREESHIP', 'NONE'), { maxLength: 2 }),
    selected_option_id: rare<string | undefined>(
      fc.constantFrom('standard', 'express', 'pickup-portland'),
      ...[undefined, 'digital', 'teleport'],
    ),
  })
  .map(({ billing_address, destination, selected_option_id, ...wish }) => ({
    ...wish,
    ...(billing_address && { billing_address }),
    ...(destination && { destination }),
    ...(selected_option_id !== undefined && { selected_option_id }),
  }));
