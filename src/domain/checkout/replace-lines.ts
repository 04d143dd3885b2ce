import { PortalError } from '../errors/portal-error.js';
import type { Item, LineProperty } from '../shop/item.js';
import { checkQuantity, checkSubtotal } from './cart-limits.js';
import { type Cart, type Checkout, type Line, MAX_LINES } from './checkout.js';
import { changedQuantity, isSameLine, requireSellable } from './lines.js';
import { checkProperties, sameProperties, unitPrice } from './properties.js';

/** A line of a request that replaces all lines. */
export interface RequestedLine {
  readonly item: { readonly id: string };
  readonly quantity: number;
  /** Id of an existing line; absent for a new line. */
  readonly id?: string | undefined;
  readonly parent_id?: string | undefined;
  /** Absent if the platform cannot express properties; an existing line then retains its properties. */
  readonly properties?: readonly LineProperty[] | undefined;
}

/**
 * Replaces all lines with those of `wanted`, in the same order. A new line that equals an earlier one is merged into
 * that line. An unchanged line remains even if its item was withdrawn.
 * @throws PortalError `item_not_found`, `item_unavailable`, `property_*`, `line_item_not_found`, `line_item_conflict`,
 * `parent_not_found`, `limit_exceeded`
 */
export function replaceLines(cart: Cart, wanted: readonly RequestedLine[], nextLineId: () => string): Checkout {
  const lines: Line[] = [];
  wanted.forEach((entry, index) => {
    const path = `line_items[${index}]`;
    const line = entry.id === undefined ? newLine(cart, entry, path, nextLineId) : namedLine(cart, entry, path);
    const twin = entry.id === undefined ? lines.findIndex((one) => isSameLine(one, line)) : -1;
    const before = lines[twin];
    if (before) {
      lines[twin] = { ...before, quantity: checkQuantity(cart, before.quantity + line.quantity, `${path}.quantity`) };
    } else {
      if (lines.some(({ id }) => id === line.id))
        throw new PortalError('line_item_conflict', `${path}.id: another entry names this line`);
      lines.push(line);
    }
  });
  if (lines.length > MAX_LINES)
    throw new PortalError('limit_exceeded', `line_items: a cart holds at most ${MAX_LINES} lines`);
  for (const [index, line] of lines.entries()) assertParent(lines, line, `line_items[${index}]`);
  return checkSubtotal(cart, { ...cart.checkout, lines }, 'line_items');
}

function newLine(cart: Cart, wanted: RequestedLine, path: string, nextLineId: () => string): Line {
  const { item, quantity, parent_id, properties = [] } = wanted;
  const found = requireSellable(cart.items, item.id, `${path}.item.id`);
  checkProperties(found, properties, `${path}.properties`);
  return {
    id: nextLineId(),
    item_id: item.id,
    quantity: checkQuantity(cart, quantity, `${path}.quantity`),
    ...(parent_id !== undefined && { parent_id }),
    properties,
    seen_price: unitPrice(found, properties),
  };
}

function namedLine(cart: Cart, { id, item, quantity, parent_id, properties }: RequestedLine, path: string): Line {
  const before = cart.checkout.lines.find((line) => line.id === id);
  if (!before) throw new PortalError('line_item_not_found', `${path}.id: the checkout has no line with this id`);
  const { parent_id: _parent, ...rest } = before;
  const parent = parent_id === undefined ? {} : { parent_id };
  if (before.item_id !== item.id)
    return { ...newLine(cart, { item, quantity, properties }, path, () => before.id), ...parent };
  const isSet = properties !== undefined && !sameProperties(before.properties, properties);
  if (before.quantity === quantity && !isSet) return { ...rest, ...parent };
  const found = requireSellable(cart.items, item.id, `${path}.item.id`);
  const counted = { ...rest, ...parent, quantity: changedQuantity(cart, before, quantity, `${path}.quantity`) };
  return isSet ? withProperties(counted, found, properties, `${path}.properties`) : counted;
}

/**
 * Sets the properties, and also the seen price: a price difference that results from the buyer's choice is not reported
 * as a change by the shop.
 */
function withProperties(line: Line, item: Item, properties: readonly LineProperty[], path: string): Line {
  checkProperties(item, properties, path);
  return { ...line, properties, seen_price: unitPrice(item, properties) };
}

/** @throws PortalError `parent_not_found`, also when a line would become its own ancestor */
function assertParent(lines: readonly Line[], line: Line, path: string): void {
  const seen = new Set([line.id]);
  for (let parent = line.parent_id; parent !== undefined; ) {
    const found = lines.find(({ id }) => id === parent);
    if (!found || seen.has(found.id)) {
      const why = found ? 'it would belong to itself' : 'no line with this id is in the checkout';
      throw new PortalError('parent_not_found', `${path}.parent_id: ${why}`);
    }
    seen.add(found.id);
    parent = found.parent_id;
  }
}

/** Records the current prices as seen by the buyer. */
export function recordSeenPrices(cart: Cart): Checkout {
  const lines = cart.checkout.lines.map((line) => {
    const item = cart.items.get(line.item_id);
    const seen_price = item ? unitPrice(item, line.properties) : line.seen_price;
    return seen_price === line.seen_price ? line : { ...line, seen_price };
  });
  return { ...cart.checkout, lines };
}
