import { PortalError } from '../errors/portal-error.js';
import { type Cart, type Checkout, type Line, MAX_LINES } from './checkout.js';
import { sameLine, sellable, withinQuantity } from './lines.js';
import { unitPrice } from './properties.js';

/** A line as a full replacement names it. */
export interface WantedLine {
  readonly item: { readonly id: string };
  readonly quantity: number;
  /** Of a line of the cart, which then keeps its properties; absent = a new line. */
  readonly id?: string | undefined;
  readonly parent_id?: string | undefined;
}

/**
 * The checkout with exactly these lines, in this order. A new line that equals one before it adds to its quantity, as when it
 * is added. A line that stays as it was is kept even if its item is no longer sold.
 * @throws PortalError `item_not_found`, `item_unavailable`, `line_item_not_found`, `line_item_conflict`, `parent_not_found`,
 * `limit_exceeded`
 */
export function replaceLines(cart: Cart, wanted: readonly WantedLine[], nextLineId: () => string): Checkout {
  const lines: Line[] = [];
  wanted.forEach((entry, index) => {
    const path = `line_items[${index}]`;
    const line = entry.id === undefined ? newLine(cart, entry, path, nextLineId) : namedLine(cart, entry, path);
    const twin = entry.id === undefined ? lines.findIndex((one) => sameLine(one, line)) : -1;
    const before = lines[twin];
    if (before) {
      lines[twin] = { ...before, quantity: withinQuantity(before.quantity + line.quantity, `${path}.quantity`) };
    } else {
      if (lines.some(({ id }) => id === line.id))
        throw new PortalError('line_item_conflict', `${path}.id: another entry names this line`);
      lines.push(line);
    }
  });
  if (lines.length > MAX_LINES)
    throw new PortalError('limit_exceeded', `line_items: a cart holds at most ${MAX_LINES} lines`);
  for (const [index, line] of lines.entries()) assertParent(lines, line, `line_items[${index}]`);
  return { ...cart.checkout, lines };
}

function newLine(cart: Cart, { item, quantity, parent_id }: WantedLine, path: string, nextLineId: () => string): Line {
  const found = sellable(cart.items, item.id, `${path}.item.id`);
  return {
    id: nextLineId(),
    item_id: item.id,
    quantity: withinQuantity(quantity, `${path}.quantity`),
    ...(parent_id !== undefined && { parent_id }),
    properties: [],
    seen_price: unitPrice(found, []),
  };
}

function namedLine(cart: Cart, { id, item, quantity, parent_id }: WantedLine, path: string): Line {
  const before = cart.checkout.lines.find((line) => line.id === id);
  if (!before) throw new PortalError('line_item_not_found', `${path}.id: the checkout has no line with this id`);
  const { parent_id: _parent, ...rest } = before;
  const parent = parent_id === undefined ? {} : { parent_id };
  if (before.item_id !== item.id) return { ...newLine(cart, { item, quantity }, path, () => before.id), ...parent };
  if (before.quantity === quantity) return { ...rest, ...parent };
  sellable(cart.items, item.id, `${path}.item.id`);
  return { ...rest, ...parent, quantity: withinQuantity(quantity, `${path}.quantity`) };
}

/** @throws PortalError `parent_not_found`, also where a line would belong to itself by way of others */
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

/** The lines with the prices that they have now, as the buyer has been told them. */
export function withPricesSeen(cart: Cart): Checkout {
  const lines = cart.checkout.lines.map((line) => {
    const item = cart.items.get(line.item_id);
    const seen_price = item ? unitPrice(item, line.properties) : line.seen_price;
    return seen_price === line.seen_price ? line : { ...line, seen_price };
  });
  return { ...cart.checkout, lines };
}
