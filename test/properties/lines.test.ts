import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MAX_QUANTITY } from '../../src/domain/checkout/cart-limits.js';
import { type Cart, type Line, MAX_LINES } from '../../src/domain/checkout/checkout.js';
import { addLines, findLine, removeLine, updateLine } from '../../src/domain/checkout/lines.js';
import { type Pricing, price } from '../../src/domain/checkout/pricing.js';
import { orderTotals } from '../../src/domain/checkout/totals.js';
import { type CartParts, cart, refusal } from '../domain/fixtures.js';
import { always, expectSame } from './always.js';
import { sharing, shownTotals } from './arithmetic.js';
import { picked, quantity } from './generators/amounts.js';
import { carts, cartsWith, drawnLine, lineOf } from './generators/carts.js';
import { lineByLine, oneOnTheOrder } from './generators/discounts.js';
import { exchanges, reordered } from './generators/orders.js';

/** Lines added here have an id or merge with an existing line, so no id is generated. */
const nextLineId = () => 'unused';
const sameness = ({ item_id, properties }: Pick<Line, 'item_id' | 'properties'>) =>
  JSON.stringify([item_id, properties]);
const firstLine = ({ checkout }: Cart, at: number) => {
  const line = picked(checkout.lines, at);
  if (!line) throw new Error('the cart has no lines');
  return line;
};
const inOtherOrder = (parts: CartParts, drawn: readonly (readonly [number, number])[]): CartParts => ({
  ...parts,
  lines: reordered(parts.lines ?? [], drawn),
});
/** Visible prices of the cart, with lines by id instead of position. */
const byId = (pricing: Pricing) => {
  const { lines, ...shown } = shownTotals(pricing);
  return { ...shown, lines: Object.fromEntries(lines.map((line) => [line.id, line])) };
};

describe('the order of the lines', () => {
  it('has no effect when discounts reduce each line separately', () => {
    always(fc.tuple(cartsWith(lineByLine), exchanges), ([parts, drawn]) => {
      expectSame(byId(price(cart(inOtherOrder(parts, drawn)))), byId(price(cart(parts))));
    });
  });

  it('decides only which line gets the last unit of a spread discount, so tax differs by at most 1 per line', () => {
    always(fc.tuple(cartsWith(oneOnTheOrder), exchanges), ([parts, drawn]) => {
      const [before, after] = [price(cart(parts)), price(cart(inOtherOrder(parts, drawn)))];
      const goods = ({ tax, tax_lines, total, shipping_tax, lines, applied, ...rest }: Pricing) => rest;
      const ids = (pricing: Pricing) => pricing.options.map(({ id, amount }) => [id, amount]);
      expect(ids(after)).toEqual(ids(before));
      const { options, selected, ...amounts } = goods(before);
      expect(goods(after)).toMatchObject(amounts);
      expect(after.shipping_tax).toBe(before.shipping_tax);
      const moved = Math.abs((after.tax ?? 0) - (before.tax ?? 0));
      expect(moved).toBeLessThanOrEqual(before.lines.length);
      if (!isTied(before)) expectSame(byId(after), byId(before));
    });
  });

  /** True if two lines have equal remainders, but only one of them got another minor unit. */
  function isTied({ lines }: Pricing): boolean {
    const shares = sharing(
      lines.map(({ order_discount }) => order_discount),
      lines.map(({ subtotal, items_discount }) => subtotal - items_discount),
    );
    const less = new Set(shares.filter(({ extra }) => extra === 0n).map(({ remainder }) => remainder));
    return shares.some(({ extra, remainder }) => extra === 1n && less.has(remainder));
  }
});

describe('adding and removing', () => {
  it('leaves all shown amounts unchanged when a line is added and removed with its child', () => {
    always(fc.tuple(carts, drawnLine, drawnLine), ([parts, one, other]) => {
      const made = cart(parts);
      const before = shownTotals(price(made));
      const [parent, child] = [lineOf('new', parts.items ?? [], one), lineOf('part', parts.items ?? [], other)];
      const entries = [
        { id: 'new', item: { id: parent.item_id }, quantity: parent.quantity, properties: parent.properties },
        {
          id: 'part',
          item: { id: child.item_id },
          quantity: child.quantity,
          properties: child.properties,
          parent_id: 'new',
        },
      ];
      if (made.checkout.lines.length + entries.length > MAX_LINES) {
        expect(refusal('limit_exceeded', () => addLines(made, entries, nextLineId))).toContain('100 lines');
        return;
      }
      const added = addLines(made, entries, nextLineId);
      const { subtotal } = price({ ...made, checkout: added });
      const more = parent.quantity * parent.seen_price + child.quantity * child.seen_price;
      expect(subtotal).toBe((before.totals[0]?.amount ?? Number.NaN) + more);
      expectSame(shownTotals(price({ ...made, checkout: removeLine(added, findLine(added, 'new')) })), before);
    });
  });

  it('leaves all shown amounts unchanged when an increased quantity is set back', () => {
    always(fc.tuple(carts, fc.nat(99), quantity), ([parts, at, more]) => {
      const made = cart(parts);
      const like = firstLine(made, at);
      const properties = [...like.properties].reverse();
      const entry = { item: { id: like.item_id }, quantity: more, properties };
      const twin = made.checkout.lines.find((line) => sameness(line) === sameness(like)) ?? like;
      const had = twin.quantity;
      if (had + more > DEFAULT_MAX_QUANTITY) {
        expect(refusal('limit_exceeded', () => addLines(made, [entry], nextLineId))).toContain('9999 units');
        return;
      }
      const added = addLines(made, [entry], nextLineId);
      expect(added.lines.map(({ quantity: now }) => now)).toEqual(
        made.checkout.lines.map((line) => (line === twin ? had + more : line.quantity)),
      );
      const back = updateLine({ ...made, checkout: added }, findLine(added, twin.id), { quantity: had });
      expectSame(shownTotals(price({ ...made, checkout: back })), shownTotals(price(made)));
    });
  });
});

describe('setting a quantity', () => {
  it('changes only that line, and nothing the second time', () => {
    always(fc.tuple(carts, fc.nat(99), quantity), ([parts, at, wanted]) => {
      const made = cart(parts);
      const { id } = firstLine(made, at);
      const once = updateLine(made, findLine(made.checkout, id), { quantity: wanted });
      expect(once.lines).toEqual(
        made.checkout.lines.map((line) => (line.id === id ? { ...line, quantity: wanted } : line)),
      );
      const twice = updateLine({ ...made, checkout: once }, findLine(once, id), { quantity: wanted });
      expect(orderTotals(price({ ...made, checkout: twice }))).toEqual(orderTotals(price({ ...made, checkout: once })));
      expectSame(twice, once);
    });
  });

  it('removes the line at quantity 0, and is rejected the second time', () => {
    always(fc.tuple(carts, fc.nat(99)), ([parts, at]) => {
      const made = cart(parts);
      const { id } = firstLine(made, at);
      const once = updateLine(made, findLine(made.checkout, id), { quantity: 0 });
      expect(once).toEqual(removeLine(made.checkout, findLine(made.checkout, id)));
      expect(once.lines).toEqual(made.checkout.lines.filter((line) => line.id !== id));
      refusal('line_item_not_found', () =>
        updateLine({ ...made, checkout: once }, findLine(once, id), { quantity: 0 }),
      );
    });
  });
});
