import fc from 'fast-check';
import { maybe } from './amounts.js';

/** One call of a cart operation. Lines are named by position, so every call fits every cart. */
export interface Step {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly line?: number;
}

/** Demo items with different requirements for buyers, and an unknown item. */
const goods = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { item: { id: 'enamel-mug' } },
  {
    item: { id: 'shop-tee' },
    properties: [
      { name: 'Size', value: 'M' },
      { name: 'Color', value: 'Indigo' },
    ],
  },
  { item: { id: 'shop-tee' }, properties: [{ name: 'Size', value: 'XXL' }] },
  { item: { id: 'preserving-ebook' } },
  { item: { id: 'coffee-beans' } },
  { item: { id: 'oregon-pinot-noir' } },
  { item: { id: 'espresso-machine' } },
  { item: { id: 'copper-saucepan' } },
  { item: { id: 'butcher-block-island' } },
  { item: { id: 'wool-throw' } },
  { item: { id: 'no-such-item' } },
);

const quantity = fc.oneof(
  { withCrossShrink: true },
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(9_998, 10_000) },
);
const id = maybe(fc.constantFrom('a', 'b'));

const entry = fc
  .record({ what: goods, quantity, id })
  .map(({ what, quantity, id }) => ({ ...what, quantity, ...(id !== undefined && { id }) }));

const add = fc
  .array(entry, { minLength: 1, maxLength: 3 })
  .map((line_items): Step => ({ call: 'add_line_items', args: { line_items } }));

const SALEM = { street_address: '1 Main St', address_locality: 'Salem', address_region: 'OR', postal_code: '97301' };

const destination = fc.constantFrom<Readonly<Record<string, unknown>>>(
  { address_country: 'US' },
  { ...SALEM, address_country: 'us', full_name: 'Ann Lee' },
  { ...SALEM, address_country: 'CA' },
  { address_country: 'ZZ' },
);

const code = fc.constantFrom('WELCOME10', ' mug5', 'FREESHIP', 'ALONE', 'ODD', 'NONE');
const option = fc.constantFrom('standard', 'express', 'pickup-portland', 'digital', 'teleport');
const line = fc.nat(3);

const onLines: readonly fc.Arbitrary<Step>[] = [
  add,
  fc
    .record({
      line,
      quantity: fc.oneof(fc.constant(0), quantity),
      properties: maybe(fc.constantFrom([], [{ name: 'Size', value: 'M' }])),
    })
    .map(({ line, quantity, properties }) => ({
      call: 'update_line_item',
      line,
      args: { quantity, ...(properties && { properties }) },
    })),
  line.map((line) => ({ call: 'remove_line_item', line, args: {} })),
];

const onDetails: readonly fc.Arbitrary<Step>[] = [
  code.map((code) => ({ call: 'apply_discount', args: { code } })),
  code.map((code) => ({ call: 'remove_discount', args: { code } })),
  fc
    .record({
      buyer: fc.constantFrom({ email: 'ada@example.com', full_name: 'Ada' }, {}, { email: 'nobody' }),
      billing_address: maybe(fc.constantFrom({ address_country: 'US' }, { address_country: 'DE' })),
    })
    .map(({ buyer, billing_address }) => ({
      call: 'set_buyer',
      args: { buyer, ...(billing_address && { billing_address }) },
    })),
  destination.map((destination) => ({ call: 'set_destination', args: { destination } })),
  fc
    .record({ option, destinations: maybe(fc.array(destination, { maxLength: 1 })) })
    .map(({ option, destinations }) => ({
      call: 'select_fulfillment',
      args: { selected_option_id: option, ...(destinations && { destinations }) },
    })),
];

/** One to seven calls. The first one fills the cart. */
export const sequences: fc.Arbitrary<readonly Step[]> = fc
  .tuple(add, fc.array(fc.oneof(...onLines, ...onDetails), { maxLength: 6 }))
  .map(([first, others]) => [first, ...others]);
