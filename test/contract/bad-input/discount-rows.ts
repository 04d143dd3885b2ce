import type { OperationName } from '../portal-api.js';
import { wrongPaging } from './catalog-rows.js';
import { absentMembers, changed, namedAt, type WrongValues, wrongMembers } from './member-wrongs.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { FOREIGN_ITEM, type Objects } from './world.js';

const of = ({ shop }: Objects) => `/api/shops/${shop}/discounts`;

const listDiscounts: MakeRow = (world) => ({
  right: { path: `${of(world)}?limit=100` },
  wrong: [
    ...wrongPaging(of(world)),
    ...paths([
      ['cursor of the catalog', `${of(world)}?cursor=${world.cursors.items}`, [400, 'invalid_cursor', /^cursor/]],
      [
        "cursor of another shop's discounts",
        `${of(world)}?cursor=${world.cursors.plainDiscounts}`,
        [400, 'invalid_cursor', /^cursor/],
      ],
      ['member of another operation', `${of(world)}?query=mug`, invalid(/"query"/)],
    ]),
  ],
});

const absent: Refusal = [404, 'discount_not_found', /./];

/** Unknown codes in the path. A malformed code counts as unknown, except one that does not percent-decode. */
function absentCodes(list: string): Wrong[] {
  return paths([
    ['absent code', `${list}/ABSENT`, absent],
    ['code of a shop in another organization', `${list}/FOREIGN`, absent],
    ['code of another shop in the same organization', `${list}/PLAIN`, absent],
    ['code too long', `${list}/${tooLong(64)}`, absent],
    ['code blank', `${list}/%20`, absent],
    ['code with a NUL', `${list}/%00`, absent],
    ['code with a slash', `${list}/WELCOME10%2F`, absent],
    ['code that does not percent-decode', `${list}/%c3%28`, invalid(/path/)],
  ]);
}

const getDiscount: MakeRow = (world) => ({
  right: { path: `${of(world)}/%20welcome10` },
  wrong: absentCodes(of(world)),
});

const deleteDiscount: MakeRow = (world) => ({
  right: { path: `${of(world)}/Welcome10` },
  wrong: absentCodes(of(world)),
});

const PERCENT = {
  title: 'A tenth off',
  kind: 'percent',
  value_ppm: 100_000,
  item_ids: ['enamel-mug', 'keepsake-mug'],
  minimum_subtotal: 0,
  starts_at: '2026-11-20T12:00:00Z',
  ends_at: '2026-11-20T13:00:01+01:00',
  max_uses: 1,
  once_per_buyer: true,
  combinable: false,
  automatic: true,
};

const NO_FLAG = ['true', 0, 1, null];
const NO_INSTANT = [
  ...['', 'tomorrow', '2027-01-01', '2027-01-01T00:00:00', '2027-02-30T00:00:00Z', '2027-01-01T25:00:00Z'],
  ...['2027-01-01 00:00:00Z', '20270101T000000Z', 1_800_000_000_000, null, `2027-01-01T00:00:00.${'0'.repeat(40)}Z`],
];

const WRONG: readonly WrongValues[] = [
  ['title', '', ' ', '\n\t', 'a\u0000b', 'a\u001bb', tooLong(200), 1, null],
  ['kind', '', 'Percent', 'bogo', 1, null],
  ['value_ppm', 0, -1, 1_000_001, 0.5, '100000', null],
  ['item_ids', 'enamel-mug', {}, [], null, Array(1001).fill('enamel-mug')],
  ['item_ids[0]', '', ' ', tooLong(64), 1, null],
  ['minimum_subtotal', -1, 1.5, 2 ** 53, '1', null],
  ['starts_at', ...NO_INSTANT],
  ['ends_at', ...NO_INSTANT, '2026-11-20T12:00:00Z', '2026-11-20T11:59:59Z', '2026-11-20T13:00:00+01:00'],
  ['max_uses', 0, -1, 1.5, 1_000_000_001, '1', null],
  ['once_per_buyer', ...NO_FLAG],
  ['combinable', ...NO_FLAG],
  ['automatic', ...NO_FLAG],
];

const FIXED = { title: 'One off', kind: 'fixed', amount: 100 };
const FREE = { title: 'Free shipping', kind: 'free_shipping' };

/** `percent` requires `value_ppm` and `fixed` requires `amount`; every other kind rejects them. */
const WRONG_VALUES = bodies([
  ['percent without value_ppm', { ...PERCENT, value_ppm: undefined }, namedAt('value_ppm')],
  ['percent with amount', { ...PERCENT, amount: 100 }, namedAt('amount')],
  ['percent with amount alone', { title: 'x', kind: 'percent', amount: 100 }, namedAt('value_ppm')],
  ['fixed without amount', { ...FIXED, amount: undefined }, namedAt('amount')],
  ['fixed with value_ppm', { ...FIXED, value_ppm: 1 }, namedAt('value_ppm')],
  ...[0, -1, 1.5, 1_000_000_001, '100', null].map(
    (amount) => [`fixed amount ${JSON.stringify(amount)}`, { ...FIXED, amount }, namedAt('amount')] as const,
  ),
  ['free shipping with amount', { ...FREE, amount: 100 }, namedAt('amount')],
  ['free shipping with value_ppm', { ...FREE, value_ppm: 1 }, namedAt('value_ppm')],
]);

const WRONG_OPTIONS = bodies([
  ['options of a percent discount', { ...PERCENT, option_ids: ['standard'] }, namedAt('option_ids')],
  ['options of a fixed amount', { ...FIXED, option_ids: ['standard'] }, namedAt('option_ids')],
  ...['standard', {}, [], null, Array(201).fill('standard')].map(
    (option_ids) =>
      [`options ${JSON.stringify(option_ids)?.slice(0, 20)}`, { ...FREE, option_ids }, namedAt('option_ids')] as const,
  ),
  ...['', ' ', tooLong(64), 1, null].map(
    (id) =>
      [`option ${JSON.stringify(id)?.slice(0, 20)}`, { ...FREE, option_ids: [id] }, namedAt('option_ids[0]')] as const,
  ),
  ...['absent', 'STANDARD', 'digital'].map(
    (id) =>
      [
        `option ${id} that the shop does not have`,
        { ...FREE, option_ids: ['standard', id] },
        invalid(/^option_ids\[1\]: must be one of "standard", .*"pickup-portland"/),
      ] as const,
  ),
]);

const noItem: Refusal = [400, 'item_not_found', /^item_ids\[1\]: /];

const WRONG_ITEMS = bodies([
  ['absent item', changed(PERCENT, 'item_ids[1]', 'absent'), noItem],
  ["another shop's item", changed(PERCENT, 'item_ids[1]', FOREIGN_ITEM), noItem],
  ['item in another case', changed(PERCENT, 'item_ids[1]', 'ENAMEL-MUG'), noItem],
]);

const putDiscount: MakeRow = (world) => ({
  right: { path: `${of(world)}/WELCOME10`, body: PERCENT },
  wrong: [
    ...wrongMembers(PERCENT, WRONG),
    ...absentMembers(PERCENT, ['title']),
    ...WRONG_VALUES,
    ...WRONG_ITEMS,
    ...WRONG_OPTIONS,
    ...bodies([
      ['kind absent', { ...PERCENT, kind: undefined }, invalid(/^kind: .*"percent"/)],
      ['code in the body', { ...PERCENT, code: 'WELCOME10' }, invalid(/unknown member "code"/)],
      ['uses_left in the body', { ...PERCENT, uses_left: 5 }, invalid(/unknown member "uses_left"/)],
      ['created_at in the body', { ...PERCENT, created_at: '2026-11-20T12:00:00Z' }, invalid(/"created_at"/)],
    ]),
    ...paths([
      ['code too long', `${of(world)}/${tooLong(64)}`, namedAt('code')],
      ['code blank', `${of(world)}/%20`, namedAt('code')],
      ['code with a NUL', `${of(world)}/A%00`, namedAt('code')],
      ['code that does not percent-decode', `${of(world)}/%c3%28`, invalid(/path/)],
    ]),
  ],
});

export const discountRows = {
  list_discounts: listDiscounts,
  get_discount: getDiscount,
  put_discount: putDiscount,
  delete_discount: deleteDiscount,
} satisfies Partial<Record<OperationName, MakeRow>>;
