import type { MovementCause, MovementKind, Rows, Write } from '../ports.js';
import type { Author } from './audit.js';

/** What a movement belongs to: a checkout or an order, or a reason in the merchant's words. */
type About = Partial<Pick<MovementCause, 'reason' | 'checkout_id' | 'order_id'>>;

/** Why units move, for the line of the ledger that is written with them. */
export function causeOf(
  { actor, now }: Pick<Author, 'actor' | 'now'>,
  kind: MovementKind,
  about: About = {},
): MovementCause {
  return { kind, reason: null, checkout_id: null, order_id: null, ...about, actor, at: now };
}

/** The writes that put units back, by the key of the item; an item that is not counted any more is left out. */
export function buildRestockWrites(rows: Rows, units: ReadonlyMap<string, number>, cause: MovementCause): Write[] {
  const counted = rows.counters('stock', [...units.keys()]);
  return [...units]
    .filter(([key, by]) => counted.has(key) && by > 0)
    .map(([key, by]): Write => ({ type: 'move_stock', key, by, cause }));
}
