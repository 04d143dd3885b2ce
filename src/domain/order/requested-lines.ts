import { PortalError } from '../errors/portal-error.js';
import { type Order, type OrderLine, unitsToShip } from './order.js';

/** Units of a line in a request. */
export interface RequestedLine {
  /** Index of the line in the order. */
  readonly index: number;
  readonly line: OrderLine;
  readonly quantity: number;
}

/** Maximum units of a line that can be requested, and a description of these units. */
interface Bound {
  readonly most: number;
  readonly what: string;
}

/** Limits requests to ship or cancel units to those that have not left the shop. */
export function unitsInShop(line: OrderLine): Bound {
  return { most: unitsToShip(line), what: 'are still in the shop' };
}

/**
 * Matches the requested lines with those of the order. Each line may be named once, with at most the units that
 * `boundOf` permits.
 * @throws PortalError `invalid_request`
 */
export function matchRequestedLines(
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
    if (quantity > most) throw refused('quantity', `must be at most ${most}, the units of the line that ${what}`);
    return { index, line, quantity };
  });
}
