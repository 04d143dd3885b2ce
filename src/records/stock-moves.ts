import type { MovementCause, MovementKind, Rows, Write } from '../ports.js';
import type { Author } from './audit.js';

/** Reason of a movement: a checkout, an order, or the merchant's text. */
type About = Partial<Pick<MovementCause, 'reason' | 'checkout_id' | 'order_id'>>;

/** Builds the cause that is recorded with a stock movement. */
export function causeOf(
  { actor, now }: Pick<Author, 'actor' | 'now'>,
  kind: MovementKind,
  about: About = {},
): MovementCause {
  return { kind, reason: null, checkout_id: null, order_id: null, ...about, actor, at: now };
}

/** Builds the writes that return `units`, keyed by item key, to stock. Skips items whose stock is no longer counted. */
export function buildRestockWrites(rows: Rows, units: ReadonlyMap<string, number>, cause: MovementCause): Write[] {
  const counted = rows.counters('stock', [...units.keys()]);
  return [...units]
    .filter(([key, by]) => counted.has(key) && by > 0)
    .map(([key, by]): Write => ({ type: 'move_stock', key, by, cause }));
}
