import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { absentMembers, changed, namedAt, surplusMembers, type WrongValues, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { FOREIGN_ITEM, type Objects } from './world.js';

const of = ({ shop }: Objects) => `/api/shops/${shop}/items`;

const listShopItems: MakeRow = (world) => ({
  right: { path: `${of(world)}?limit=100` },
  wrong: [
    ...wrongPaging(of(world)),
    ...paths([
      ['cursor of the catalog', `${of(world)}?cursor=${world.cursors.items}`, [400, 'invalid_cursor', /^cursor/]],
      ['member of another operation', `${of(world)}?query=mug`, invalid(/"query"/)],
    ]),
  ],
});

const noItem: Refusal = [404, 'shop_item_not_found', /^The shop has no item/];

const getShopItem: MakeRow = (world) => ({
  right: { path: `${of(world)}/rolling-pin` },
  wrong: paths([
    ['absent item', `${of(world)}/absent`, noItem],
    ["another shop's item", `${of(world)}/${FOREIGN_ITEM}`, noItem],
    ['item in another case', `${of(world)}/ENAMEL-MUG`, noItem],
    ['item too long', `${of(world)}/${tooLong(128)}`, noItem],
    ['item with a NUL', `${of(world)}/enamel-mug%00`, noItem],
    ['item that does not percent-decode', `${of(world)}/%zz`, invalid(/path/)],
  ]),
});

/** An item without its stock. */
const MUG_TERMS = {
  title: 'Mug',
  description: '',
  price: 1000,
  image_url: '/media/mug.svg',
  fulfillment_types: ['shipping', 'pickup'],
  weight_grams: 350,
  tax_category: 'standard',
  age_restricted: false,
  minimum_age: null,
  property_specs: [
    { name: 'Size', required: true, description: '', values: [{ value: 'S', price_delta: -1000, description: '' }] },
  ],
  status: 'active',
};
const MUG = { ...MUG_TERMS, stock: 0 };

const many = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, n) => make(n));
const NO_AMOUNT = [-1, 1.5, 1_000_000_001, '1', null];
const NO_FLAG = ['true', 0, 1, null];
const [spec] = MUG.property_specs;
const [choice] = spec?.values ?? [];

const WRONG: readonly WrongValues[] = [
  ['title', '', ' ', '\u200b', 'a\u0000b', 'a\u001bb', tooLong(200), 1, null],
  ['description', 'a\u0000b', 'a\u202eb', tooLong(5000), 1, null],
  ['price', ...NO_AMOUNT],
  ['image_url', '', 'mug.svg', 'javascript:alert(1)', '/checkout', `https://${tooLong(2000)}`, 1],
  ['fulfillment_types', 'shipping', [], null, ['digital', 'pickup'], ['pickup', 'pickup'], many(3, () => 'pickup')],
  ['fulfillment_types[0]', 'drone', '', 1, null],
  ['stock', -1, 1.5, 1_000_000_001, '1'],
  ['weight_grams', -1, 1.5, 10_000_001, '1', null],
  ['tax_category', '', 'Standard', 'a b', tooLong(64), 1, null],
  ['age_restricted', ...NO_FLAG],
  ['minimum_age', 0, 100, 1.5, '18', true],
  ['status', '', 'Active', 'sold', 1, null],
  ['property_specs', 'Size', {}, null, many(21, (n) => ({ name: `p${n}` })), [spec, spec]],
  ['property_specs', [{ name: 'Size', values: [{ value: 'S', price_delta: -1001 }] }]],
  ['property_specs', [{ name: 'Size', values: [{ value: 'S', price_delta: 999_999_001 }] }]],
  ['property_specs[0]', null, 'Size'],
  ['property_specs[0].name', '', ' ', 'a\u0000b', tooLong(100), 1, null],
  ['property_specs[0].required', ...NO_FLAG],
  ['property_specs[0].description', 'a\u0000b', tooLong(500), 1, null],
  ['property_specs[0].values', 'S', null, many(101, (n) => ({ value: `v${n}` })), [choice, choice]],
  ['property_specs[0].values[0]', null, 'S'],
  ['property_specs[0].values[0].value', '', ' ', 'a\u0000b', tooLong(200), 1, null],
  ['property_specs[0].values[0].price_delta', 1.5, '1', null, 1_000_000_001],
  ['property_specs[0].values[0].description', 'a\u0000b', tooLong(500), 1, null],
];
/** Further members, all of which the valid call omits. */
const MORE_WRONG: readonly WrongValues[] = [
  ['product_id', '', 'a b', tooLong(64), 1],
  [
    'options',
    'M',
    null,
    [{ name: 'Size' }],
    [{ name: ' ', value: 'M' }],
    many(11, (n) => ({ name: `o${n}`, value: 'v' })),
  ],
  [
    'options',
    [
      { name: 'Size', value: 'M' },
      { name: 'size', value: 'L' },
    ],
  ],
  ['gtin', '', '2000000000107x', '20000000001', '2000000000108', 2000000000107],
  ['mpn', '', ' ', tooLong(70), 1],
  ['sku', '', ' ', 'a\u0000b', tooLong(255), 1],
  ['condition', '', 'New', 'damaged', 1],
  ['images', '/media/mug.svg', null, [{ url: 'mug.svg' }], [{ url: '/media/mug.svg', alt: '' }]],
  ['images', many(21, () => ({ url: '/media/mug.svg' }))],
  ['backorder', 14, {}, { days: 0 }, { days: 366 }, { days: 1.5 }],
];
const REQUIRED = ['title', 'price', 'fulfillment_types', 'property_specs[0].name', 'property_specs[0].values[0].value'];

/** The item exists, so changing its stock requires `expected_stock`. */
const PUT = { ...MUG, expected_stock: null };

const stockRoute = /^stock: .*POST \/api\/shops\/.*\/items\/.*\/stock$/;

const putItem: MakeRow = (world) => ({
  right: { path: `${of(world)}/enamel-mug`, body: PUT },
  wrong: [
    ...wrongMembers(PUT, [...WRONG, ...MORE_WRONG, ['expected_stock', 1.5, '1']]),
    ...absentMembers(PUT, REQUIRED),
    ...surplusMembers(PUT, ['property_specs[0]', 'property_specs[0].values[0]']),
    ...bodies([
      ['stock without expected_stock', MUG, [400, 'invalid_request', stockRoute]],
      ['an outdated expected_stock', { ...MUG, expected_stock: 4 }, [409, 'stock_moved', /^expected_stock: /]],
      ['options without a product', { ...PUT, options: [{ name: 'Size', value: 'M' }] }, namedAt('options')],
      [
        'options that another variant has',
        { ...PUT, product_id: 'umbrella', options: [{ name: 'color', value: 'NAVY' }] },
        [400, 'invalid_request', /^options: .*umbrella-navy/],
      ],
      ['id in the body', { ...MUG, id: 'enamel-mug' }, invalid(/unknown member "id"/)],
      ['item_id in the body', { ...MUG, item_id: 'enamel-mug' }, invalid(/unknown member "item_id"/)],
      ['created_at in the body', { ...MUG, created_at: '2026-11-20T12:00:00Z' }, invalid(/"created_at"/)],
    ]),
    ...paths([
      ['item too long', `${of(world)}/${tooLong(64)}`, namedAt('item_id')],
      ['item that begins with a dot', `${of(world)}/.hidden`, namedAt('item_id')],
      ['item with a space', `${of(world)}/a%20b`, namedAt('item_id')],
      ['item with a slash', `${of(world)}/a%2Fb`, namedAt('item_id')],
      ['item that does not percent-decode', `${of(world)}/%zz`, invalid(/path/)],
    ]),
  ],
});

const FIRST = { id: 'first', ...MUG };
const RIGHT = { items: [FIRST, { id: 'second', ...MUG }], partial: false };

/** Removes null from the wrong values of an optional member, where null selects the default. */
const withoutNull = (path: string, values: readonly unknown[]) =>
  REQUIRED.includes(path) || path.includes('[') ? values : values.filter((value) => value !== null);

/** Imports whose second item is invalid; the detail must name this item. */
const wrongRows: Wrong[] = wrongMembers(
  RIGHT,
  WRONG.map(([path, ...values]): WrongValues => [`items[1].${path}`, ...withoutNull(path, values)]),
);

const patchItem: MakeRow = (world) => ({
  right: { path: `${of(world)}/enamel-mug`, body: { price: 1700 } },
  wrong: [
    ...wrongMembers(
      MUG_TERMS,
      [...WRONG, ...MORE_WRONG].flatMap(([path, ...values]): WrongValues[] =>
        path === 'stock' ? [] : [[path, ...withoutNull(path, values)]],
      ),
    ),
    ...bodies([
      ['stock', { stock: 3 }, [400, 'invalid_request', stockRoute]],
      ['stock and another member', { price: 1, stock: null }, [400, 'invalid_request', stockRoute]],
      ['no title', { title: null }, namedAt('title')],
      ['id in the body', { id: 'enamel-mug' }, invalid(/unknown member "id"/)],
      ['a list of changes', [{ price: 1 }], invalid(/object/)],
    ]),
    ...paths([['absent item', `${of(world)}/absent`, noItem]]),
  ],
});

const withdrawItem: MakeRow = (world) => ({
  right: { path: `${of(world)}/enamel-mug` },
  wrong: paths([
    ['absent item', `${of(world)}/absent`, noItem],
    ["another shop's item", `${of(world)}/${FOREIGN_ITEM}`, noItem],
  ]),
});

const moveStock: MakeRow = (world) => ({
  right: { path: `${of(world)}/umbrella-navy/stock`, body: { by: 2, reason: 'Found two' } },
  wrong: [
    ...bodies([
      ['neither by nor to', {}, namedAt('by')],
      ['both by and to', { by: 1, reason: 'x', to: 1, expected: 12 }, namedAt('by')],
      ['by without a reason', { by: 1 }, namedAt('reason')],
      ['to without expected', { to: 1 }, namedAt('expected')],
      ['expected beside by', { by: 1, reason: 'x', expected: 12 }, namedAt('expected')],
      ['by 0', { by: 0, reason: 'x' }, namedAt('by')],
      ['by 1.5', { by: 1.5, reason: 'x' }, namedAt('by')],
      ['by text', { by: '1', reason: 'x' }, namedAt('by')],
      ['a blank reason', { by: 1, reason: ' ' }, namedAt('reason')],
      ['to text', { to: '1', expected: 12 }, namedAt('to')],
      ['an outdated expected', { to: 5, expected: 11 }, [409, 'stock_moved', /^expected: 12 are left/]],
      ['expected null', { to: 5, expected: null }, [409, 'stock_moved', /^expected: 12 are left/]],
      ['more than are left', { by: -13, reason: 'Broken' }, [409, 'stock_below_zero', /^Only 12 are left/]],
      ['below zero', { to: -1, expected: 12 }, [409, 'stock_below_zero', /^Only 12 are left/]],
    ]),
    ...paths([
      ['absent item', `${of(world)}/absent/stock`, noItem],
      ['an item that is not counted', `${of(world)}/rolling-pin/stock`, [409, 'stock_not_counted', /^by: /]],
    ]),
  ],
});

const listStockMovements: MakeRow = (world) => ({
  right: { path: `${of(world)}/umbrella-navy/stock?limit=100` },
  wrong: [
    ...wrongPaging(`${of(world)}/umbrella-navy/stock`),
    ...paths([['absent item', `${of(world)}/absent/stock`, noItem]]),
  ],
});

const importItems: MakeRow = (world) => ({
  right: { path: `${of(world)}/import`, body: RIGHT },
  bodyLimit: [8 * 1024 * 1024, '8 MiB'],
  wrong: [
    ...wrongRows,
    ...wrongMembers(RIGHT, [
      ['items', 'x', {}, 1, null, [], many(10_001, () => FIRST)],
      ['items[0].id', '', ' ', 'a b', '.a', tooLong(64), 1, null],
      ['items[1]', null, 'x', 1, []],
      ['items[1].id', 'first'],
      ['partial', ...NO_FLAG],
      ['allow_free', ...NO_FLAG],
      ['stock', '', 'Keep', 'add', 1, null],
    ]),
    ...absentMembers(RIGHT, ['items', 'items[1].id', ...REQUIRED.map((member) => `items[1].${member}`)]),
    ...surplusMembers(RIGHT, ['items[1]', 'items[1].property_specs[0]']),
    ...bodies([
      ['the first of two invalid items', { items: [changed(FIRST, 'price', -1), 5] }, namedAt('items[0].price')],
      [
        'an item that would be sold for nothing',
        { items: [{ ...FIRST, price: 0, property_specs: [] }] },
        namedAt('items[0].price'),
      ],
      ['a valid item before an invalid one', { items: [FIRST, 5] }, namedAt('items[1]')],
    ]),
  ],
});

const GIF = { data: Buffer.from('GIF89a').toString('base64') };

const putMedia: MakeRow = ({ shop }) => ({
  right: { path: `/api/shops/${shop}/media/mug.gif`, body: GIF },
  bodyLimit: [7 * 1024 * 1024, '7 MiB'],
  wrong: [
    ...wrongMembers(GIF, [['data', '', 'a b', '=', 1, null]]),
    ...bodies([['no picture', { data: 'AAAA' }, invalid(/no JPEG, PNG, WebP, AVIF or GIF/)]]),
    ...paths([
      ['name with another extension', `/api/shops/${shop}/media/mug.png`, invalid(/^name: .*\.gif$/)],
      ['name with the extension of an unsupported format', `/api/shops/${shop}/media/mug.svg`, invalid(/^name: /)],
      ['name with a slash', `/api/shops/${shop}/media/a%2Fmug.gif`, invalid(/^name: /)],
    ]),
  ],
});

export const itemRows = {
  list_shop_items: listShopItems,
  get_shop_item: getShopItem,
  put_item: putItem,
  import_items: importItems,
  patch_item: patchItem,
  withdraw_item: withdrawItem,
  move_stock: moveStock,
  list_stock_movements: listStockMovements,
  put_media: putMedia,
} satisfies Partial<Record<OperationName, MakeRow>>;
