import { describe, expect, it } from 'vitest';
import type { Cart } from '../../src/domain/checkout/checkout.js';
import { type AddedLine, findLine, removeLine, updateLine } from '../../src/domain/checkout/lines.js';
import { cart, item, line, refusal, spec } from './fixtures.js';

const items = [
  item('mug'),
  item('wrap'),
  item('beans', {
    property_specs: [
      spec('Grind', [
        ['Fine', 0],
        ['Coarse', 50],
      ]),
      spec('Text', []),
    ],
  }),
  item('old', { status: 'withdrawn' }),
];
const fine = { name: 'Grind', value: 'Fine' };
const text = { name: 'Text', value: 'x' };

const shape = (lines: Cart['checkout']['lines']) =>
  lines.map(({ id, quantity, parent_id }) => [id, quantity, parent_id]);
const withLines = (...lines: Cart['checkout']['lines']) => cart({ items, lines });

describe('updating', () => {
  const change = (to: Cart, id: string, quantity: number, properties?: AddedLine['properties']) =>
    updateLine(to, findLine(to.checkout, id), { quantity, ...(properties && { properties }) }).lines;
  const beans = (id: string, more: Partial<Cart['checkout']['lines'][number]> = {}) =>
    line(id, { item_id: 'beans', ...more });

  it('sets the quantity and keeps the properties', () => {
    const before = withLines(beans('a', { properties: [fine], seen_price: 1 }), line('b', { item_id: 'mug' }));
    expect(change(before, 'a', 5)).toEqual([
      beans('a', { quantity: 5, properties: [fine] }),
      line('b', { item_id: 'mug' }),
    ]);
  });

  it('replaces the properties', () => {
    expect(change(withLines(beans('a', { properties: [fine] })), 'a', 1, [text])[0]?.properties).toEqual([text]);
    expect(change(withLines(beans('a', { properties: [fine] })), 'a', 1, [])[0]?.properties).toEqual([]);
  });

  it('merges an equal line into the addressed one, with its children', () => {
    const before = withLines(
      beans('a', { properties: [fine], quantity: 2 }),
      line('w', { item_id: 'wrap', parent_id: 'a' }),
      beans('b'),
    );
    const after = change(before, 'b', 3, [fine]);
    expect(shape(after)).toEqual([
      ['w', 1, 'b'],
      ['b', 5, undefined],
    ]);
  });

  it('does not merge when only the quantity is sent', () => {
    const before = withLines(beans('a'), beans('b'));
    expect(shape(change(before, 'b', 3))).toEqual([
      ['a', 1, undefined],
      ['b', 3, undefined],
    ]);
  });

  it('removes a line and its children at quantity 0, even for a withdrawn item', () => {
    const before = withLines(line('a', { item_id: 'old' }), line('w', { item_id: 'wrap', parent_id: 'a' }));
    expect(change(before, 'a', 0)).toEqual([]);
  });

  it('rejects invalid changes', () => {
    const before = withLines(
      beans('a', { properties: [fine], quantity: 9_000 }),
      beans('b'),
      line('o', { item_id: 'old' }),
    );
    refusal('line_item_not_found', () => change(before, 'x', 1));
    refusal('line_item_not_found', () => change(before, 'x', 0));
    refusal('item_unavailable', () => change(before, 'o', 2));
    expect(refusal('property_value_invalid', () => change(before, 'b', 1, [{ ...fine, value: '' }]))).toMatch(
      /^properties\[0\]/,
    );
    expect(refusal('limit_exceeded', () => change(before, 'b', 1_000, [fine]))).toMatch(/^quantity/);
  });
});

describe('removing', () => {
  const family = withLines(
    line('grandchild', { item_id: 'mug', parent_id: 'child' }),
    line('a', { item_id: 'mug' }),
    line('child', { item_id: 'wrap', parent_id: 'a' }),
    line('b', { item_id: 'mug' }),
  ).checkout;

  it.each<[string, string[]]>([
    ['a', ['b']],
    ['child', ['a', 'b']],
    ['grandchild', ['a', 'child', 'b']],
    ['b', ['grandchild', 'a', 'child']],
  ])('line %s leaves %j', (id, left) => {
    expect(removeLine(family, findLine(family, id)).lines.map((one) => one.id)).toEqual(left);
  });

  it('rejects an absent line', () => {
    refusal('line_item_not_found', () => removeLine(family, findLine(family, 'x')));
  });
});
