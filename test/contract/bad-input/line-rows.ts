import type { OperationName } from '../portal-api.js';
import { bodies, invalid, type MakeRow, paths, type Refusal, tooLong, type Wrong } from './row.js';
import { FOREIGN_ITEM, type Objects, WITHDRAWN_ITEM } from './world.js';

const linesOf = ({ checkout }: Objects) => `/api/commerce/checkouts/${checkout}/line-items`;

const entry = {
  item: { id: 'keepsake-mug' },
  quantity: 1,
  id: 'new',
  properties: [{ name: 'Engraving', value: 'Ada' }],
};
/** The valid request with one member of its entry changed. */
const withEntry = (change: object) => ({ line_items: [{ ...entry, ...change }] });
const without = (member: keyof typeof entry) => ({ line_items: [{ ...entry, [member]: undefined }] });
const at = (member: string) => invalid(new RegExp(`^line_items\\[0\\]\\.${member.replace('.', '\\.')}`));
const atEntry = (code: string, member: string): Refusal => [400, code, new RegExp(`^line_items\\[0\\]\\.${member}`)];

const entries = (count: number) => Array.from({ length: count }, () => ({ item: { id: 'enamel-mug' }, quantity: 1 }));

const addLineItems: MakeRow = (world) => ({
  right: { path: linesOf(world), body: { line_items: [entry] } },
  wrong: bodies([
    ['line_items absent', {}, invalid(/^line_items: is required/)],
    ['line_items null', { line_items: null }, invalid(/^line_items/)],
    ['line_items an object', { line_items: entry }, invalid(/^line_items/)],
    ['line_items empty', { line_items: [] }, invalid(/^line_items/)],
    ['101 entries', { line_items: entries(101) }, invalid(/^line_items/)],
    ['entry null', { line_items: [null] }, invalid(/^line_items\[0\]/)],
    ['unknown member of an entry', withEntry({ price: 1 }), invalid(/^line_items\[0\]: .*"price"/)],
    ['unknown member of item', withEntry({ item: { id: 'enamel-mug', title: 'x' } }), invalid(/item: .*"title"/)],
    ['item absent', without('item'), at('item: is required')],
    ['item a string', withEntry({ item: 'enamel-mug' }), at('item')],
    ['item.id absent', withEntry({ item: {} }), at('item.id: is required')],
    ['item.id a number', withEntry({ item: { id: 1 } }), at('item.id')],
    ['absent item', withEntry({ item: { id: 'absent' }, properties: [] }), atEntry('item_not_found', 'item.id')],
    ["another shop's item", withEntry({ item: { id: FOREIGN_ITEM } }), atEntry('item_not_found', 'item.id')],
    ['withdrawn item', withEntry({ item: { id: WITHDRAWN_ITEM } }), atEntry('item_unavailable', 'item.id')],
    ['quantity absent', without('quantity'), at('quantity: is required')],
    ...[0, -1, 2 ** 53, 1.5, '1', null, true].map(
      (quantity) => [`quantity ${JSON.stringify(quantity)}`, withEntry({ quantity }), at('quantity')] as const,
    ),
    ['id a number', withEntry({ id: 1 }), at('id')],
    ['id empty', withEntry({ id: '' }), at('id')],
    ['id of the new line too long', withEntry({ id: tooLong(64) }), at('id')],
    ['id with a dot', withEntry({ id: 'a.b' }), at('id')],
    ['id of another line', withEntry({ id: 'mug' }), [409, 'line_item_conflict', /^line_items\[0\]\.id/]],
    ['parent_id a number', withEntry({ parent_id: 1 }), at('parent_id')],
    ['absent parent', withEntry({ parent_id: 'absent' }), atEntry('parent_not_found', 'parent_id')],
    ['line as its own parent', withEntry({ parent_id: 'new' }), atEntry('parent_not_found', 'parent_id')],
    ['more than 9,999', withEntry({ quantity: 10_000 }), [409, 'limit_exceeded', /quantity: .* at most 9999 units/]],
    [
      'more than 9,999 by adding up',
      { line_items: [{ item: { id: 'enamel-mug' }, quantity: 9_999 }] },
      [409, 'limit_exceeded', /^line_items\[0\]\.quantity/],
    ],
    ...wrongProperties((properties) => withEntry({ properties }), 'line_items[0].', 'Engraving'),
  ]),
});

/** Wrong properties for a line whose item has the property `name`. */
function wrongProperties(
  make: (properties: unknown) => unknown,
  where: string,
  name: string,
): (readonly [string, unknown, Refusal])[] {
  const place = `^${`${where}properties`.replaceAll(/[[\].]/g, '\\$&')}`;
  const refused = (code: string, rest: string): Refusal => [400, code, new RegExp(`${place}${rest}`)];
  const right = { name, value: 'Ada' };
  return [
    ['properties null', make(null), refused('invalid_request', '')],
    ['properties an object', make({ [name]: 'Ada' }), refused('invalid_request', '')],
    ['21 properties', make(Array(21).fill(right)), refused('invalid_request', '')],
    ['property without name', make([{ value: 'Ada' }]), refused('invalid_request', '\\[0\\]\\.name: is required')],
    ['property without value', make([{ name }]), refused('invalid_request', '\\[0\\]\\.value: is required')],
    ['property value a number', make([{ name, value: 1 }]), refused('invalid_request', '\\[0\\]\\.value')],
    ['unknown member of a property', make([{ ...right, x: 1 }]), refused('invalid_request', '\\[0\\]: .*"x"')],
    ['unknown property', make([{ name: 'Absent', value: 'Ada' }]), refused('property_unknown', '\\[0\\]\\.name')],
    ['property in another case', make([{ ...right, name: name.toUpperCase() }]), refused('property_unknown', '')],
    ['property twice', make([right, right]), refused('invalid_request', '\\[1\\]\\.name')],
  ];
}

const text = (value: string) => ({ quantity: 1, properties: [{ name: 'Size', value }] });
const value: Refusal = [400, 'property_value_invalid', /^properties\[0\]\.value/];

const updateLineItem: MakeRow = (world) => {
  const right = { path: `${linesOf(world)}/tee`, body: { quantity: 2, properties: [{ name: 'Size', value: 'L' }] } };
  const wrong = bodies([
    ['quantity absent', {}, invalid(/^quantity: is required/)],
    ['quantity absent beside properties', { properties: [] }, invalid(/^quantity: is required/)],
    ...[-1, 2 ** 53, 1.5, '1', null, [1]].map(
      (quantity) => [`quantity ${JSON.stringify(quantity)}`, { quantity }, invalid(/^quantity/)] as const,
    ),
    ['more than 9,999', { quantity: 10_000 }, [409, 'limit_exceeded', /^quantity: one line holds at most 9999 units$/]],
    ['value that is not listed', text('XS'), value],
    ['listed value in another case', text('m'), value],
    ['value empty', text(''), value],
    ['value with a NUL', text('M\u0000'), invalid(/^properties\[0\]\.value: must not contain control characters/)],
    ['value that overrides the direction of text', text('M\u202e'), invalid(/^properties\[0\]\.value: /)],
    ...wrongProperties((properties) => ({ quantity: 1, properties }), '', 'Size').filter(
      ([name]) => name !== 'property twice',
    ),
    [
      'property twice',
      {
        quantity: 1,
        properties: [
          { name: 'Size', value: 'M' },
          { name: 'Size', value: 'L' },
        ],
      },
      invalid(/^properties\[1\]\.name/),
    ],
  ]);
  const onMug: Wrong = {
    name: 'property of an item that has none',
    path: `${linesOf(world)}/mug`,
    refusal: [400, 'property_unknown', /^properties\[0\]\.name/],
  };
  return { right, wrong: [...wrong, onMug, ...wrongLines(world)] };
};

function wrongLines(world: Objects): Wrong[] {
  const refusal: Refusal = [404, 'line_item_not_found', /./];
  return paths([
    ['absent line', `${linesOf(world)}/absent`, refusal],
    ['line in another case', `${linesOf(world)}/TEE`, refusal],
    ['malformed line id', `${linesOf(world)}/t%20e`, refusal],
    ['line id too long', `${linesOf(world)}/${tooLong(128)}`, refusal],
    ['line id that does not percent-decode', `${linesOf(world)}/%`, invalid(/path/)],
  ]);
}

const removeLineItem: MakeRow = (world) => ({ right: { path: `${linesOf(world)}/mug` }, wrong: wrongLines(world) });

export const lineRows = {
  add_line_items: addLineItems,
  update_line_item: updateLineItem,
  remove_line_item: removeLineItem,
} satisfies Partial<Record<OperationName, MakeRow>>;
