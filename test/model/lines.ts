import { type Entry, NO_LINE } from './operations.js';
import { refuse } from './refusal.js';
import type { Goods } from './shop.js';
import { asText, type Checkout, goodsOf, type Line, type Property, type Shop, unitPrice } from './state.js';

/** Changes to lines (docs/checkout.md, Lines). Each works on copies, so a rejected change has no effect. */

const MOST_UNITS = 9_999;
const MOST_LINES = 100;

/** `newId` creates an id for a line without an id from the caller. */
export function addLines(shop: Shop, checkout: Checkout, entries: readonly Entry[], newId: () => string): void {
  const lines = checkout.lines.map((line) => ({ ...line }));
  for (const entry of entries) {
    const line = lineFor(lines, { ...entry, parent: parentOf(checkout.lines, entry) }, shop, newId);
    const units = line.quantity + entry.quantity;
    if (units > MOST_UNITS) refuse('limit_exceeded');
    line.quantity = units;
    line.seen = unitPrice(goodsOf(shop, line), line.properties);
    if (lines.length > MOST_LINES) refuse('limit_exceeded');
  }
  checkout.lines = lines;
}

/** Returns the line that absorbs the entry, or a new line with quantity 0. */
function lineFor(
  lines: Line[],
  { id, item, properties = [], parent }: Entry & { readonly parent: string | undefined },
  shop: Shop,
  newId: () => string,
): Line {
  const goods = shop.shelf.get(item)?.goods ?? refuse('item_not_found');
  if (goods.withdrawn) refuse('item_unavailable');
  assertProperties(goods, properties);
  const hasParent = parent === undefined || (parent !== id && lines.some((line) => line.id === parent));
  if (!hasParent) refuse('parent_not_found');
  const same = (line: Line) => isSame(line, { item, properties, parent });
  const known = id === undefined ? lines.find(same) : lines.find((line) => line.id === id);
  if (known && !same(known)) refuse('line_item_conflict');
  if (known) return known;
  const line = { id: id ?? newId(), item, quantity: 0, properties, parent, seen: 0 };
  lines.push(line);
  return line;
}

/** Returns the line at a position, which wraps around at the last line; `undefined` if there is none. */
export function lineAt(lines: readonly Line[], place: number): Line | undefined {
  return place === NO_LINE ? undefined : lines[place % lines.length];
}

export function parentOf(lines: readonly Line[], { parent }: Pick<Entry, 'parent'>): string | undefined {
  return typeof parent === 'number' ? (lineAt(lines, parent)?.id ?? 'nobody') : parent;
}

function isSame(line: Line, other: Pick<Line, 'item' | 'properties' | 'parent'>): boolean {
  return (
    line.item === other.item && line.parent === other.parent && asText(line.properties) === asText(other.properties)
  );
}

function assertProperties(goods: Goods, properties: readonly Property[]): void {
  for (const { name, value } of properties) {
    const spec = goods.specs.find((one) => one.name === name) ?? refuse('property_unknown');
    const valid = spec.values ? value in spec.values : value.trim() !== '';
    if (!valid) refuse('property_value_invalid');
  }
}

export function updateLine(
  shop: Shop,
  checkout: Checkout,
  id: string,
  quantity: number,
  properties: readonly Property[] | undefined,
): void {
  const lines = checkout.lines.map((line) => ({ ...line }));
  const line = lines.find((one) => one.id === id) ?? refuse('line_item_not_found');
  const goods = goodsOf(shop, line);
  if (goods.withdrawn) refuse('item_unavailable');
  assertProperties(goods, properties ?? []);
  line.quantity = quantity;
  line.properties = properties ?? line.properties;
  const equal = properties && lines.find((other) => other !== line && isSame(other, line));
  if (equal) {
    line.quantity += equal.quantity;
    for (const child of lines) if (child.parent === equal.id) child.parent = line.id;
    lines.splice(lines.indexOf(equal), 1);
  }
  if (line.quantity > MOST_UNITS) refuse('limit_exceeded');
  line.seen = unitPrice(goods, line.properties);
  checkout.lines = lines;
}

/** Removes a line with its descendants. */
export function removeLine(checkout: Checkout, id: string): void {
  if (!checkout.lines.some((line) => line.id === id)) refuse('line_item_not_found');
  const gone = new Set([id]);
  let before = 0;
  while (gone.size > before) {
    before = gone.size;
    for (const line of checkout.lines) if (line.parent !== undefined && gone.has(line.parent)) gone.add(line.id);
  }
  checkout.lines = checkout.lines.filter((line) => !gone.has(line.id));
}
