import { messageText } from '../errors/message-text.js';
import { notFoundError } from '../errors/portal-error.js';
import type { Item, LineProperty } from '../shop/item.js';
import { localizedError } from '../values/format-text.js';
import { nearest } from '../values/nearest.js';
import { checkQuantity, checkSubtotal } from './cart-limits.js';
import { type Cart, type Checkout, type Line, MAX_LINES } from './checkout.js';
import { checkProperties, sameProperties, unitPrice } from './properties.js';

/** An entry of an add request (API document, Add line items). */
export interface AddedLine {
  readonly item: { readonly id: string };
  readonly quantity: number;
  /** Line id chosen by the caller. */
  readonly id?: string | undefined;
  readonly parent_id?: string | undefined;
  readonly properties?: readonly LineProperty[] | undefined;
}

/** A change to a line. If `properties` is absent, the line keeps its properties; otherwise the list replaces all. */
export interface LineChange {
  readonly quantity: number;
  readonly properties?: readonly LineProperty[] | undefined;
}

/** Maximum line ids listed in one error. */
const MAX_SHOWN = 10;

/**
 * Adds entries in order. An entry with the same item, properties and parent as a line increases that line's quantity,
 * but an entry with a new id chosen by the caller always creates a line (docs/checkout.md, Lines).
 * @throws PortalError `item_not_found`, `item_unavailable`, `property_*`, `parent_not_found`, `line_item_conflict`,
 * `limit_exceeded`
 */
export function addLines(cart: Cart, entries: readonly AddedLine[], nextLineId: () => string): Checkout {
  let lines = cart.checkout.lines;
  entries.forEach((entry, index) => {
    const path = `line_items[${index}]`;
    const item = requireSellable(cart.items, entry.item.id, `${path}.item.id`);
    checkProperties(item, entry.properties ?? [], `${path}.properties`);
    lines = addOne(cart, lines, entry, item, path, nextLineId);
  });
  return checkSubtotal(cart, { ...cart.checkout, lines }, 'line_items');
}

function addOne(
  cart: Cart,
  lines: readonly Line[],
  entry: AddedLine,
  item: Item,
  path: string,
  nextLineId: () => string,
): readonly Line[] {
  const added: Line = {
    id: entry.id ?? nextLineId(),
    item_id: item.id,
    quantity: entry.quantity,
    ...(entry.parent_id !== undefined && { parent_id: entry.parent_id }),
    properties: entry.properties ?? [],
    seen_price: unitPrice(item, entry.properties ?? []),
  };
  checkParent(lines, added, path);
  const twin = twinOf(lines, entry, added, path);
  if (twin) {
    const quantity = checkQuantity(cart, twin.quantity + added.quantity, `${path}.quantity`);
    return lines.map((line) => (line === twin ? { ...line, quantity, seen_price: added.seen_price } : line));
  }
  checkQuantity(cart, added.quantity, `${path}.quantity`);
  if (lines.length >= MAX_LINES) {
    throw localizedError('limit_exceeded', messageText('cart_full', { path, most: MAX_LINES }));
  }
  return [...lines, added];
}

function checkParent(lines: readonly Line[], added: Line, path: string): void {
  if (added.parent_id === undefined) return;
  const parent = lines.find((line) => line.id === added.parent_id);
  if (!parent || parent.id === added.id) {
    throw localizedError('parent_not_found', messageText('parent_unknown', { path: `${path}.parent_id` }));
  }
}

/**
 * Finds the existing line that the entry is added to, if any.
 * @throws PortalError `line_item_conflict` if the entry's id belongs to a different line
 */
function twinOf(lines: readonly Line[], entry: AddedLine, added: Line, path: string): Line | undefined {
  if (entry.id === undefined) return lines.find((line) => isSameLine(line, added));
  const named = lines.find((line) => line.id === entry.id);
  if (named && !isSameLine(named, added)) {
    throw localizedError('line_item_conflict', messageText('line_differs', { path: `${path}.id`, line: entry.id }));
  }
  return named;
}

/** True if two lines merge when no line id is given: same item, properties and parent. */
export function isSameLine(a: Line, b: Line): boolean {
  return a.item_id === b.item_id && a.parent_id === b.parent_id && sameProperties(a.properties, b.properties);
}

/**
 * Changes quantity, properties or both; quantity 0 removes the line. If new properties make the line equal to another
 * one, the changed line absorbs the other.
 * @throws PortalError `property_*`, `limit_exceeded`
 */
export function updateLine(cart: Cart, current: Line, change: LineChange): Checkout {
  if (change.quantity === 0) return removeLine(cart.checkout, current);
  const item = requireSellable(cart.items, current.item_id, 'line_item_id');
  if (change.properties) checkProperties(item, change.properties, 'properties');
  const properties = change.properties ?? current.properties;
  const quantity = changedQuantity(cart, current, change.quantity, 'quantity');
  const changed = { ...current, quantity, properties, seen_price: unitPrice(item, properties) };
  const twin = cart.checkout.lines.find((line) => line.id !== current.id && isSameLine(line, changed));
  if (!twin || !change.properties) return checkSubtotal(cart, replaceLine(cart.checkout, changed), 'quantity');
  const merged = { ...changed, quantity: checkQuantity(cart, quantity + twin.quantity, 'quantity') };
  return checkSubtotal(cart, replaceLine(withoutMerged(cart.checkout, twin.id, current.id), merged), 'quantity');
}

/**
 * Checks a line's new quantity. An unchanged quantity is always valid, even if the shop now allows less.
 * @throws PortalError `limit_exceeded`
 */
export function changedQuantity(cart: Cart, line: Line, quantity: number, path: string): number {
  return quantity === line.quantity ? quantity : checkQuantity(cart, quantity, path);
}

function replaceLine(checkout: Checkout, changed: Line): Checkout {
  return { ...checkout, lines: checkout.lines.map((line) => (line.id === changed.id ? changed : line)) };
}

/** Removes a merged line and moves its children to the line that absorbed it. */
function withoutMerged(checkout: Checkout, mergedId: string, intoId: string): Checkout {
  const lines = checkout.lines
    .filter((line) => line.id !== mergedId)
    .map((line) => (line.parent_id === mergedId ? { ...line, parent_id: intoId } : line));
  return { ...checkout, lines };
}

/** Removes a line with all its descendants. */
export function removeLine(checkout: Checkout, { id }: Pick<Line, 'id'>): Checkout {
  const gone = new Set([id]);
  // After a merge a child may precede its parent, so one pass over the lines is not enough.
  for (let before = 0; before !== gone.size; ) {
    before = gone.size;
    for (const line of checkout.lines) {
      if (line.parent_id !== undefined && gone.has(line.parent_id)) gone.add(line.id);
    }
  }
  return { ...checkout, lines: checkout.lines.filter((line) => !gone.has(line.id)) };
}

/** @throws PortalError `line_item_not_found` */
export function findLine(checkout: Checkout, lineId: string): Line {
  const line = checkout.lines.find((candidate) => candidate.id === lineId);
  if (!line) throw notFoundError('line_item_not_found').withNextStep(linesText(checkout, lineId), 'get_checkout');
  return line;
}

/** Names the line that was probably meant, since agents may send an item id, and lists the cart's lines. */
function linesText({ lines }: Checkout, id: string): string {
  if (lines.length === 0) return 'The checkout has no lines.';
  const ofItem = lines.find((line) => line.item_id === id)?.id;
  const meant =
    ofItem ??
    nearest(
      id,
      lines.map((line) => line.id),
    );
  const shown = lines.slice(0, MAX_SHOWN).map((line) => `"${line.id}" (item "${line.item_id}")`);
  const more = lines.length > MAX_SHOWN ? ' and more' : '';
  return `${meant === undefined ? '' : `Did you mean line_item_id "${meant}"? `}The lines are ${shown.join(', ')}${more}.`;
}

/**
 * Finds an item that is on sale.
 * @throws PortalError `item_not_found`, `item_unavailable`
 */
export function requireSellable(items: ReadonlyMap<string, Item>, id: string, path: string): Item {
  const item = items.get(id);
  if (!item) throw localizedError('item_not_found', messageText('item_unknown', { path }));
  if (item.status === 'withdrawn') throw localizedError('item_unavailable', messageText('item_gone', { path }));
  return item;
}
