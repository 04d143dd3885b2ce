import { PortalError } from '../errors/portal-error.js';
import { type Order, type OrderLine, unitsToShip } from './order.js';

/** Units of a line that a caller names. */
export interface RequestedLine {
  /** Of the line in the order. */
  readonly index: number;
  readonly line: OrderLine;
  readonly quantity: number;
}

/** The most units that can be requested of a line, and what these have in common. */
interface Bound {
  readonly most: number;
  readonly what: string;
}

/** The bound of what leaves the shop, or is canceled before. */
export function stillInShop(line: OrderLine): Bound {
  return { most: unitsToShip(line), what: 'are still in the shop' };
}

/**
 * The lines that a caller names, each once and within its bound.
 * @throws PortalError `invalid_request`
 */
export function requestedLines(
  { line_items }: Pick<Order, 'line_items'>,
  asked: readonly { readonly id: string; readonly quantity: number }[],
  boundOf: (line: OrderLine, index: number) => Bound,
): RequestedLine[] {
  const seen = new Set<string>();
  return asked.map(({ id, quantity }, position) => {
    const refused = (member: string, text: string) =>
      new PortalError('invalid_request', `line_items[${position}].${member}: ${text}`);
    const index = line_items.findIndex((line) => line.id === id);
    const line = line_items[index];
    if (!line) throw refused('id', 'the order has no line with this id');
    if (seen.has(id)) throw refused('id', 'each line can be named once');
    seen.add(id);
    const { most, what } = boundOf(line, index);
    if (quantity > most) throw refused('quantity', `takes at most ${most}, the units of the line that ${what}`);
    return { index, line, quantity };
  });
}
