import { changeItem } from '../../support/tenants.js';
import { type Act, add, all, buyer, destination, mended, partly, type Row, remove, select, update } from './row.js';
import { HOME, setStock } from './scene.js';

const ADA = { email: 'ada@example.com' };
const SIZED = {
  properties: [
    { name: 'Size', value: 'L' },
    { name: 'Color', value: 'Natural' },
  ],
};

const without = (member: keyof typeof HOME): Row => {
  const { [member]: _missing, ...rest } = HOME;
  return {
    how: `no ${member}`,
    start: 'shipped',
    happens: destination({ address_country: 'US', ...rest }),
    says: new RegExp(`^Set ${member} of the destination`),
    step: destination(HOME),
    ...mended,
  };
};

/** Makes the tax rates of the US depend on the region. */
const taxesWashington: Act = ({ merchant }) =>
  merchant.changeSettings(({ tax }) => ({
    tax: { ...tax, rates: [...tax.rates, { country: 'US', region: 'Washington', rate_ppm: 101_000 }] },
  }));

/** Messages that block completing until the agent or the merchant fixes their cause. */
export const BLOCKING = {
  cart_empty: [
    { how: 'no line is left', happens: remove('mug', 'tee'), says: /Add an item/, step: add('enamel-mug'), ...mended },
  ],
  item_unavailable: [
    {
      how: 'the merchant withdraws the item',
      happens: ({ portal }) => changeItem(portal, 'enamel-mug', { status: 'withdrawn' }),
      says: /no longer sold\. Remove the line/,
      step: remove('mug'),
      ...mended,
    },
  ],
  out_of_stock: [
    {
      how: 'no unit is left',
      happens: ({ portal }) => setStock(portal, 'enamel-mug', 0),
      says: /out of stock\. Remove the line/,
      step: remove('mug'),
      ...mended,
    },
    {
      how: 'fewer units are left than the line has',
      happens: ({ portal }) => setStock(portal, 'enamel-mug', 1),
      says: /Lower the quantity to 1\./,
      step: update('mug', 1),
      ...mended,
    },
  ],
  limit_exceeded: [
    {
      how: 'fees and a new price raise the total above the largest exact amount',
      happens: all(
        async ({ portal, merchant }) => {
          const price = { type: 'percent', value_ppm: 1_000_000 } as const;
          const fee = { title: 'Fee', price, tax_category: 'standard' };
          const fees = Array.from({ length: 8 }, (_, index) => ({ ...fee, id: `fee-${index}` }));
          const tax = { included: false, on_shipping: false, rates: [] };
          await merchant.changeSettings(() => ({ max_quantity: 1_000_000, review_limit: null, tax, fees }));
          await changeItem(portal, 'enamel-mug', { counted: false, price: 1_000_000_000 });
        },
        update('mug', 1_000_000),
      ),
      says: /add up to more than \$90,000,000,000,000\.00\. Buy fewer units/,
      step: update('mug', 1),
      ...mended,
    },
  ],
  property_required: [
    {
      how: 'a shirt without size and color',
      happens: add('shop-tee'),
      says: /needs the property "Size"\. Set it on the line/,
      step: update('shop-tee', 1, SIZED),
      ...mended,
    },
    {
      how: 'the merchant removes the chosen size',
      happens: ({ portal }) =>
        changeItem(portal, 'shop-tee', {
          property_specs: [
            {
              name: 'Size',
              required: true,
              description: '',
              values: [{ value: 'L', price_delta: 0, description: '' }],
            },
          ],
        }),
      says: /is no longer available with "Size": "M"\. Choose again on the line/,
      step: update('tee', 1, { properties: [{ name: 'Size', value: 'L' }] }),
      ...mended,
    },
  ],
  field_required: [
    { how: 'no email', happens: buyer({}), says: /^Set the buyer with an email address/, step: buyer(ADA), ...mended },
    without('street_address'),
    without('address_locality'),
    without('postal_code'),
    without('address_region'),
    without('full_name'),
    {
      how: 'no region, and the shop taxes by region',
      start: 'shipped',
      happens: all(taxesWashington, destination({ ...HOME, address_region: undefined })),
      says: /^Set address_region of the destination: prices in US depend on it/,
      step: destination({ ...HOME, address_region: 'Oregon' }),
      ...mended,
    },
  ],
  region_unknown: [
    {
      how: 'a misspelt region, and the shop taxes by region',
      start: 'shipped',
      happens: all(taxesWashington, destination({ ...HOME, address_region: 'Washingtn' })),
      says: /^address_region of the destination is not a known region of US\. Set it to "WA"/,
      step: destination({ ...HOME, address_region: 'WA', postal_code: '98101' }),
      ...mended,
    },
  ],
  postal_code_invalid: [
    {
      how: 'a postal code that is not in the form of the country',
      start: 'shipped',
      happens: destination({ ...HOME, postal_code: '9' }),
      says: /^postal_code of the destination is not in the form of US\. Correct it/,
      step: destination(HOME),
      ...mended,
    },
    {
      how: 'a postal code of another state',
      start: 'shipped',
      happens: destination({ ...HOME, postal_code: '10001' }),
      says: /^postal_code of the destination is not in OR\. Correct it or address_region/,
      step: destination({ ...HOME, address_region: 'NY', postal_code: '10001' }),
      ...mended,
    },
  ],
  fulfillment_destination_required: [
    {
      how: 'an item that is only shipped',
      start: 'empty',
      happens: all(buyer(ADA), add('vacuum-flask')),
      says: /^Set a destination; the country alone is enough/,
      step: destination({ address_country: 'US' }),
      ...partly,
    },
  ],
  fulfillment_option_required: [
    {
      how: 'nothing is selected',
      start: 'empty',
      happens: all(buyer(ADA), add('enamel-mug')),
      says: /^Select a fulfillment option/,
      step: select('pickup-portland'),
      ...mended,
    },
  ],
  fulfillment_unavailable: [
    {
      how: 'a line without pickup, and no destination is set',
      happens: add('vacuum-flask'),
      says: /Select another option, or remove the line/,
      step: remove('vacuum-flask'),
      ...mended,
    },
    {
      how: 'a line without pickup, and a destination is set',
      happens: all(destination(HOME), add('vacuum-flask')),
      says: /Select another option, or remove the line/,
      step: select('standard'),
      ...mended,
    },
  ],
  address_undeliverable: [
    {
      how: 'the shop does not ship to the destination',
      start: 'empty',
      happens: all(buyer(ADA), add('vacuum-flask'), destination({ ...HOME, address_country: 'DE' })),
      says: /Set another destination/,
      step: destination(HOME),
      ...partly,
    },
  ],
  payment_unavailable: [
    {
      how: 'the merchant removes all payment handlers',
      happens: ({ merchant }) => merchant.changeSettings(() => ({ payment_handlers: [] })),
      says: /accepts no payments at the moment/,
      step: ({ merchant }) => merchant.changeSettings(() => ({ payment_handlers: ['sandbox_card'] })),
      ...mended,
    },
  ],
} satisfies Readonly<Record<string, readonly Row[]>>;
