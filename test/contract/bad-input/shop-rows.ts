import { FULL_SETTINGS } from '../managing-shops.js';
import type { OperationName } from '../portal-api.js';
import { absentMembers, changed, namedAt, surplusMembers, type WrongValues, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow, type Refusal, tooLong, type Wrong } from './row.js';
import type { Objects } from './world.js';

const of = (shop: string) => `/api/shops/${shop}/settings`;

const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const numbered = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, n) => make(n));

/** Values that are not a text of 1 to `limit` characters. */
const noText = (limit: number) => ['', tooLong(limit), 1, null, ['x']];
const NO_COUNTRY = ['', 'U', 'ca', 'USA', 'ZZ', 'C ', 1, null];
const NO_AMOUNT = [-1, 1.5, 1_000_000_001, '1', null, true];
const NO_DAYS = [-1, 1.5, 366, '1', null];
const NO_OPTION_ID = ['', 'Standard', '-a', 'a b', 'a/b', 'ä', tooLong(64), 1, null];
const NO_LIST = ['x', {}, 1, null];

const GENERAL: readonly WrongValues[] = [
  ['currency', '', 'usd', 'US', 'XYZ', 'US DOLLAR', 1, null],
  ['country', ...NO_COUNTRY],
  ['language', '', 'e', 'english!', 'en_US', tooLong(35), 1, null],
  ['time_zone', '', 'Mars/Phobos', 'UTC ', tooLong(64), 1, null],
  ['review_limit', -1, 1.5, 2 ** 53, '1', true],
  ['max_quantity', 0, 1.5, 1_000_001, '1', null],
  ['payment_handlers', ...NO_LIST, numbered(21, (n) => `handler-${n}`), ['invoice', 'invoice']],
  ['payment_handlers[0]', ...noText(64)],
  ['links', ...NO_LIST, many(21, FULL_SETTINGS.links[1])],
  ['links[0]', 'https://example.com', null],
  ['links[0].type', ...noText(200)],
  ['links[0].title', ...noText(200)],
  [
    ...['links[0].url', '', 'example.com', '//example.com', 'ftp://example.com', 'https://exa mple.com', '/checkout'],
    ...['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'vbscript:x'],
    ...[
      'javascript:alert(1)\nhttps://example.com',
      'https://example.com/\njavascript:alert(1)',
      `https://${tooLong(2000)}`,
    ],
    ...[1, null],
  ],
] as const;

const [rate] = FULL_SETTINGS.tax.rates;
const twice = (...rows: readonly object[]) => rows.map((row) => ({ ...rate, ...row }));

const TAX: readonly WrongValues[] = [
  ['tax', null, [], 'none', 0.05],
  ['tax.included', 'true', 1, null],
  ['tax.on_shipping', 'false', 0, null],
  ['tax.rates', ...NO_LIST, numbered(1001, (n) => ({ ...rate, region: `R${n}` }))],
  ['tax.rates', twice({}, {}), twice({ region: 'ON' }, { region: 'on' }), twice({ category: 'x' }, { category: 'x' })],
  ['tax.rates', twice({ region: 'ON', category: 'x' }, { region: ' on ', category: 'x', rate_ppm: 1 })],
  ['tax.rates[0]', null, 50_000],
  ['tax.rates[0].country', ...NO_COUNTRY],
  ['tax.rates[1].region', ...noText(100)],
  ['tax.rates[1].category', ...noText(64)],
  ['tax.rates[0].rate_ppm', -1, 1_000_001, 0.05, '50000', null],
];

const SHIPPING: readonly WrongValues[] = [
  ['shipping', ...NO_LIST, numbered(101, (n) => ({ ...FULL_SETTINGS.shipping[1], id: `rate-${n}` }))],
  ['shipping[0]', null, 'standard'],
  ['shipping[0].id', ...NO_OPTION_ID],
  ['shipping[0].title', ...noText(200)],
  ['shipping[0].carrier', ...noText(200)],
  ['shipping[0].description', ...noText(200)],
  ['shipping[0].free_from', ...NO_AMOUNT],
  ['shipping[0].zone', null, [], 'US'],
  ['shipping[0].zone.countries', 'CA', [], null, many(250, 'CA')],
  ['shipping[0].zone.countries[1]', ...NO_COUNTRY],
  ['shipping[0].zone.regions', 'ON', [], null, many(201, 'ON')],
  ['shipping[0].zone.regions[0]', ...noText(100)],
  ['shipping[0].zone.postal_prefixes', 'M', [], null, many(1001, 'M')],
  ['shipping[0].zone.postal_prefixes[0]', ...noText(20)],
  ['shipping[0].price', null, 500, []],
  ['shipping[0].price.type', 'free', 'FLAT', '', 1, null],
  ['shipping[0].price.amount', ...NO_AMOUNT],
  ['shipping[1].price.base', ...NO_AMOUNT],
  ['shipping[1].price.amount', ...NO_AMOUNT],
  ['shipping[2].price.steps', ...NO_LIST, [], numbered(101, (n) => ({ up_to_grams: n + 1, amount: 1 }))],
  ['shipping[2].price.steps', steps(5000, 1000), steps(1000, 1000), steps(1, 3, 2)],
  ['shipping[2].price.steps[0].up_to_grams', 0, -1, 1.5, 1_000_000_000_000_001, '1', null],
  ['shipping[2].price.steps[0].amount', ...NO_AMOUNT],
  ['shipping[0].transit_days', null, 3, { min: 2, max: 1 }],
  ['shipping[0].transit_days.min', ...NO_DAYS],
  ['shipping[0].transit_days.max', ...NO_DAYS],
];

const PICKUP: readonly WrongValues[] = [
  ['pickup', ...NO_LIST, numbered(101, (n) => ({ ...FULL_SETTINGS.pickup[0], id: `place-${n}` }))],
  ['pickup[0]', null, 'counter'],
  ['pickup[0].id', ...NO_OPTION_ID],
  ['pickup[0].title', ...noText(200)],
  ['pickup[0].description', ...noText(200)],
  ['pickup[0].amount', ...NO_AMOUNT],
  ['pickup[0].address', null, '1 King Street', []],
  ['pickup[0].address.address_country', ...NO_COUNTRY],
  ...['street_address', 'extended_address', 'address_locality', 'address_region', 'postal_code', 'phone_number'].map(
    (member): WrongValues => [`pickup[0].address.${member}`, ...noText(200)],
  ),
  ['pickup[0].ready_days', null, 1, { min: 1, max: 0 }],
  ['pickup[0].ready_days.min', ...NO_DAYS],
  ['pickup[0].ready_days.max', ...NO_DAYS],
];

const FEES: readonly WrongValues[] = [
  ['fees', ...NO_LIST, numbered(21, (n) => ({ ...FULL_SETTINGS.fees[1], id: `fee-${n}` }))],
  ['fees', twiceOf(FULL_SETTINGS.fees[0])],
  ['fees[0]', null, 'packing', 250],
  ['fees[0].id', ...NO_OPTION_ID],
  ['fees[0].title', ...noText(200)],
  ['fees[0].price', null, 250, []],
  ['fees[0].price.type', 'flat', 'FIXED', '', 1, null],
  ['fees[0].price.amount', ...NO_AMOUNT],
  ['fees[1].price.value_ppm', 0, -1, 1_000_001, 0.02, '20000', null],
  ['fees[0].countries', 'CA', [], null, many(250, 'CA')],
  ['fees[0].countries[1]', ...NO_COUNTRY],
  ['fees[0].below_subtotal', 0, -1, 1.5, 2 ** 53, '2000', null],
  ['fees[0].tax_category', ...noText(64)],
];

function twiceOf(fee: object | undefined) {
  return [fee, { ...fee, title: 'Another' }];
}

function steps(...weights: readonly number[]) {
  return weights.map((up_to_grams) => ({ up_to_grams, amount: 1 }));
}

const REQUIRED = [
  ...['tax.included', 'tax.on_shipping', 'tax.rates', 'tax.rates[0].country', 'tax.rates[0].rate_ppm'],
  ...[
    'id',
    'title',
    'carrier',
    'zone',
    'price',
    'price.amount',
    'transit_days',
    'transit_days.min',
    'transit_days.max',
  ].map((member) => `shipping[0].${member}`),
  ...['shipping[1].price.base', 'shipping[2].price.steps'],
  ...['shipping[2].price.steps[0].up_to_grams', 'shipping[2].price.steps[0].amount'],
  ...[
    'id',
    'title',
    'amount',
    'address',
    'address.address_country',
    'ready_days',
    'ready_days.min',
    'ready_days.max',
  ].map((member) => `pickup[0].${member}`),
  ...['links[0].type', 'links[0].url'],
  ...['id', 'title', 'price', 'price.amount'].map((member) => `fees[0].${member}`),
  'fees[1].price.value_ppm',
];

const OBJECTS = [
  ...['tax', 'tax.rates[0]', 'shipping[0]', 'shipping[0].zone', 'shipping[0].price', 'shipping[0].transit_days'],
  ...['shipping[1].price', 'shipping[2].price', 'shipping[2].price.steps[0]'],
  ...['pickup[0]', 'pickup[0].address', 'pickup[0].ready_days', 'links[0]', 'fees[0]', 'fees[0].price'],
];

const withId = (path: string, id: string) => changed(FULL_SETTINGS, path, id);
const counter = FULL_SETTINGS.pickup[0];

/**
 * A fulfillment option has the id of its shipping rate or pickup location, or of the digital method, so no two of these
 * may have the same id.
 */
const OPTION_IDS = bodies([
  ['two rates with one id', withId('shipping[1].id', 'flat-rate'), namedAt('shipping')],
  ['a rate with the id of a place', withId('shipping[0].id', 'counter'), invalid(/^(shipping|pickup).*id/)],
  ['a rate with the id of the digital method', withId('shipping[0].id', 'digital'), namedAt('shipping')],
  ['a place with the id of the digital method', withId('pickup[0].id', 'digital'), namedAt('pickup')],
  ['two places with one id', { ...FULL_SETTINGS, pickup: [counter, counter] }, namedAt('pickup')],
]);

/** Wrong calls that depend on the shop: on its items, and on whether it is a demo. */
function ofTheShop({ plainShop }: Objects): Wrong[] {
  const handler: Refusal = invalid(/^payment_handlers\[\d\]: .*"invoice"/);
  return [
    ...bodies([
      ['another currency once there are items', { ...FULL_SETTINGS, currency: 'CAD' }, invalid(/^currency: .*USD/)],
      ['EUR in place of the currency', { ...FULL_SETTINGS, currency: 'EUR' }, namedAt('currency')],
      ['unknown handler', { payment_handlers: ['invoice', 'absent'] }, invalid(/^payment_handlers\[1\]: /)],
      ['handler in another case', { payment_handlers: ['INVOICE'] }, handler],
    ]),
    {
      name: 'sandbox_card for a shop that is no demo',
      path: of(plainShop),
      body: { payment_handlers: ['invoice', 'sandbox_card'] },
      refusal: invalid(/^payment_handlers\[1\]: (?!.*sandbox_card)/),
    },
  ];
}

const updateShopSettings: MakeRow = (world) => ({
  right: { path: of(world.shop), body: FULL_SETTINGS },
  wrong: [
    ...wrongMembers(FULL_SETTINGS, [...GENERAL, ...TAX, ...SHIPPING, ...PICKUP, ...FEES]),
    ...absentMembers(FULL_SETTINGS, REQUIRED),
    ...surplusMembers(FULL_SETTINGS, OBJECTS),
    ...bodies([
      [
        'a flat price with `base`, which only per_item prices have',
        changed(FULL_SETTINGS, 'shipping[0].price.base', 1),
        namedAt('shipping[0].price'),
      ],
      ['a percent in a fixed fee', changed(FULL_SETTINGS, 'fees[0].price.value_ppm', 1), namedAt('fees[0].price')],
      ['an amount in a percent fee', changed(FULL_SETTINGS, 'fees[1].price.amount', 1), namedAt('fees[1].price')],
      ['name of the shop', { ...FULL_SETTINGS, name: 'Acme' }, invalid(/unknown member "name"/)],
      ['demo', { ...FULL_SETTINGS, demo: true }, invalid(/unknown member "demo"/)],
    ]),
    ...OPTION_IDS,
    ...ofTheShop(world),
  ],
});

export const shopRows = {
  update_shop_settings: updateShopSettings,
} satisfies Partial<Record<OperationName, MakeRow>>;
