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

const MUG = {
  title: 'Mug',
  description: '',
  price: 1000,
  image_url: '/media/mug.svg',
  fulfillment_types: ['shipping', 'pickup'],
  stock: 0,
  weight_grams: 350,
  tax_category: 'standard',
  age_restricted: false,
  property_specs: [
    { name: 'Size', required: true, description: '', values: [{ value: 'S', price_delta: -1000, description: '' }] },
  ],
  status: 'active',
};

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
const REQUIRED = ['title', 'price', 'fulfillment_types', 'property_specs[0].name', 'property_specs[0].values[0].value'];

const putItem: MakeRow = (world) => ({
  right: { path: `${of(world)}/enamel-mug`, body: MUG },
  wrong: [
    ...wrongMembers(MUG, WRONG),
    ...absentMembers(MUG, REQUIRED),
    ...surplusMembers(MUG, ['property_specs[0]', 'property_specs[0].values[0]']),
    ...bodies([
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

/** Everything that an item must not have, in the second row; the detail names the row. */
const wrongRows: Wrong[] = wrongMembers(
  RIGHT,
  WRONG.map(([path, ...values]): WrongValues => [`items[1].${path}`, ...values]),
);

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
    ]),
    ...absentMembers(RIGHT, ['items', 'items[1].id', ...REQUIRED.map((member) => `items[1].${member}`)]),
    ...surplusMembers(RIGHT, ['items[1]', 'items[1].property_specs[0]']),
    ...bodies([
      ['the first of two bad rows', { items: [changed(FIRST, 'price', -1), 5] }, namedAt('items[0].price')],
      ['a good row before a bad one', { items: [FIRST, 5] }, namedAt('items[1]')],
    ]),
  ],
});

export const itemRows = {
  list_shop_items: listShopItems,
  get_shop_item: getShopItem,
  put_item: putItem,
  import_items: importItems,
} satisfies Partial<Record<OperationName, MakeRow>>;
