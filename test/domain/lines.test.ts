import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cart } from '../../src/domain/checkout/checkout.js';
import { type AddedLine, addLines, updateLine } from '../../src/domain/checkout/lines.js';
import { cart, item, line, refusal, spec } from './fixtures.js';

const GRIND = spec('Grind', [
  ['Fine', 0],
  ['Coarse', 50],
]);
const TEXT = spec('Text', []);
const items = [
  item('mug'),
  item('wrap'),
  item('beans', { property_specs: [GRIND, TEXT] }),
  item('old', { status: 'withdrawn' }),
];
const fine = { name: 'Grind', value: 'Fine' };
const text = { name: 'Text', value: 'x' };

function add(to: Cart, ...entries: AddedLine[]) {
  const ids = entries.map((_, index) => `li_${index + 1}`);
  return addLines(to, entries, () => ids.shift() ?? 'drawn too often');
}

const of = (id: string, more: Partial<AddedLine> = {}): AddedLine => ({ item: { id }, quantity: 1, ...more });
const shape = (lines: Cart['checkout']['lines']) =>
  lines.map(({ id, quantity, parent_id }) => [id, quantity, parent_id]);
const withLines = (...lines: Cart['checkout']['lines']) => cart({ items, lines });

describe('adding', () => {
  it('creates a line with the current price', () => {
    const { lines } = add(withLines(), of('beans', { quantity: 2, properties: [{ name: 'Grind', value: 'Coarse' }] }));
    const properties = [{ name: 'Grind', value: 'Coarse' }];
    expect(lines).toEqual([{ id: 'li_1', item_id: 'beans', quantity: 2, properties, seen_price: 1050 }]);
  });

  it.each<[string, AddedLine[], (readonly [string, number, string | undefined])[]]>([
    ['the same item', [of('mug'), of('mug', { quantity: 2 })], [['li_1', 3, undefined]]],
    [
      'properties in another order',
      [of('beans', { properties: [fine, text] }), of('beans', { properties: [text, fine] })],
      [['li_1', 2, undefined]],
    ],
    [
      'other properties',
      [of('beans', { properties: [fine] }), of('beans')],
      [
        ['li_1', 1, undefined],
        ['li_2', 1, undefined],
      ],
    ],
    ['an entry without an id after one with an id', [of('mug', { id: 'a' }), of('mug')], [['a', 2, undefined]]],
    [
      'an entry with a new id',
      [of('mug'), of('mug', { id: 'a' })],
      [
        ['li_1', 1, undefined],
        ['a', 1, undefined],
      ],
    ],
    ['the same id twice', [of('mug', { id: 'a' }), of('mug', { id: 'a' })], [['a', 2, undefined]]],
    [
      'a child',
      [of('mug', { id: 'a' }), of('wrap', { parent_id: 'a' })],
      [
        ['a', 1, undefined],
        ['li_1', 1, 'a'],
      ],
    ],
    [
      'the same child twice',
      [of('mug', { id: 'a' }), of('wrap', { parent_id: 'a' }), of('wrap', { parent_id: 'a' })],
      [
        ['a', 1, undefined],
        ['li_1', 2, 'a'],
      ],
    ],
    [
      'a child and the same item alone',
      [of('mug', { id: 'a' }), of('wrap', { parent_id: 'a' }), of('wrap')],
      [
        ['a', 1, undefined],
        ['li_1', 1, 'a'],
        ['li_2', 1, undefined],
      ],
    ],
    [
      'a child of a child',
      [of('mug', { id: 'a' }), of('wrap', { id: 'b', parent_id: 'a' }), of('mug', { parent_id: 'b' })],
      [
        ['a', 1, undefined],
        ['b', 1, 'a'],
        ['li_1', 1, 'b'],
      ],
    ],
  ])('merges equal lines only: %s', (_name, entries, expected) => {
    expect(shape(add(withLines(), ...entries).lines)).toEqual(expected);
  });

  it.each<[string, AddedLine, Parameters<typeof refusal>[0], RegExp]>([
    ['an absent item', of('absent'), 'item_not_found', /^line_items\[0\]\.item\.id/],
    ['a withdrawn item', of('old'), 'item_unavailable', /^line_items\[0\]\.item\.id/],
    ['an absent parent', of('wrap', { parent_id: 'x' }), 'parent_not_found', /^line_items\[0\]\.parent_id/],
    ['itself as a parent', of('wrap', { id: 'x', parent_id: 'x' }), 'parent_not_found', /^line_items\[0\]\.parent_id/],
    ['an unknown property', of('mug', { properties: [fine] }), 'property_unknown', /^line_items\[0\]\.properties\[0\]/],
    ['the id of a line with another item', of('wrap', { id: 'a' }), 'line_item_conflict', /^line_items\[0\]\.id/],
    ['the id of a line with other properties', of('beans', { id: 'b' }), 'line_item_conflict', /^line_items\[0\]\.id/],
    ["another parent's child", of('mug', { id: 'a', parent_id: 'b' }), 'line_item_conflict', /^line_items\[0\]\.id/],
    ['one unit too many', of('mug', { quantity: 9_999 }), 'limit_exceeded', /^line_items\[0\]\.quantity/],
  ])('rejects %s', (_name, entry, code, detail) => {
    const before = withLines(line('a', { item_id: 'mug' }), line('b', { item_id: 'beans', properties: [fine] }));
    expect(refusal(code, () => add(before, entry))).toMatch(detail);
  });

  it('rejects a parent that comes later in the request, and names the entry', () => {
    const entries = [of('mug'), of('wrap', { parent_id: 'late' }), of('mug', { id: 'late' })];
    expect(refusal('parent_not_found', () => add(withLines(), ...entries))).toMatch(/^line_items\[1\]\.parent_id/);
  });

  it('accepts 9,999 units and 100 lines, and no more', () => {
    const full = withLines(...Array.from({ length: 99 }, (_, index) => line(`l${index}`, { item_id: 'mug' })));
    const { lines } = add(full, of('wrap', { quantity: 9_998 }));
    expect(lines).toHaveLength(100);
    const after = withLines(...lines);
    expect(add(after, of('wrap')).lines.at(-1)?.quantity).toBe(9_999);
    expect(refusal('limit_exceeded', () => add(after, of('beans')))).toMatch(/^line_items\[0\]: .*100 lines/);
    expect(refusal('limit_exceeded', () => add(after, of('wrap', { quantity: 2 })))).toMatch(/9999 units/);
  });

  it("limits the units of a line to the shop's max_quantity", () => {
    const raised = cart({ items, settings: { max_quantity: 20_000 } });
    expect(add(raised, of('mug', { quantity: 20_000 })).lines[0]?.quantity).toBe(20_000);
    const more = () => add(raised, of('mug', { quantity: 20_001 }));
    expect(refusal('limit_exceeded', more)).toBe('line_items[0].quantity: one line holds at most 20000 units');
  });

  it('accepts an unchanged quantity above a limit that the shop has lowered', () => {
    const before = cart({ items, lines: [line('beans', { quantity: 50 })], settings: { max_quantity: 10 } });
    const [beans = line('none')] = before.checkout.lines;
    const change = (quantity: number) => updateLine(before, beans, { quantity, properties: [fine] }).lines[0]?.quantity;
    expect(change(50)).toBe(50);
    expect(refusal('limit_exceeded', () => change(49))).toBe('quantity: one line holds at most 10 units');
    expect(change(10)).toBe(10);
  });

  it('accepts goods up to the largest exact amount, and above that amount only reductions', () => {
    const dear = [item('vault', { price: 1_000_000_000 }), item('mug', { price: 1 })];
    const of9 = Array.from({ length: 9 }, (_, at) => line(`v${at}`, { item_id: 'vault', quantity: 1_000_000 }));
    const full = { items: dear, lines: of9, settings: { max_quantity: 1_000_000 } };
    const says = /^line_items: the goods of a cart may cost at most \$90,000,000,000,000\.00 in all$/;
    expect(refusal('limit_exceeded', () => add(cart(full), of('mug')))).toMatch(says);
    const over = cart({ ...full, lines: [...of9, line('mug', { quantity: 3 })] });
    const set = (quantity: number) => updateLine(over, line('mug', { quantity: 3 }), { quantity });
    expect(set(2).lines.at(-1)?.quantity).toBe(2);
    expect(refusal('limit_exceeded', () => set(4))).toMatch(/^quantity: the goods/);
  });

  it('refreshes the price the buyer last saw', () => {
    const { lines } = add(withLines(line('a', { item_id: 'mug', seen_price: 1 })), of('mug'));
    expect(lines).toEqual([line('a', { item_id: 'mug', quantity: 2 })]);
  });

  it('loses no unit when lines merge', () => {
    const entry = fc.record({ id: fc.constantFrom('mug', 'wrap', 'beans'), quantity: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 50 }), (entries) => {
        const { lines } = add(withLines(), ...entries.map(({ id, quantity }) => of(id, { quantity })));
        for (const id of ['mug', 'wrap', 'beans']) {
          const units = (all: readonly { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
          expect(units(lines.filter((one) => one.item_id === id))).toBe(units(entries.filter((one) => one.id === id)));
        }
        expect(new Set(lines.map(({ item_id }) => item_id)).size).toBe(lines.length);
      }),
    );
  });
});
