import type { Reservation } from '../domain/checkout/payment.js';
import type { MovementCause, Rows, Write } from '../ports.js';
import { buildRestockWrites } from '../records/stock-moves.js';

/** What a payment attempt reserves of the shop's stock and discounts, and releases when it fails. */

/** The writes that reserve; if a unit is missing, or a use exceeds its limit, all of them are refused. */
export function reservationWrites({ stock, backorder, uses, buyerUses }: Reservation, cause: MovementCause): Write[] {
  return [
    ...[...stock].map(
      ([key, units]): Write => ({ type: 'move_stock', key, by: -units, below_zero: backorder.has(key), cause }),
    ),
    ...[...uses].map(([key, most]): Write => ({ type: 'add', counter: 'discount_use', key, by: 1, most, from: 0 })),
    ...buyerUses.map((key): Write => ({ type: 'claim', counter: 'buyer_use', key })),
  ];
}

/** The writes that release; an item that is no longer counted, and a deleted discount, are left out. */
export function releaseWrites(rows: Rows, { stock, uses, buyerUses }: Reservation, cause: MovementCause): Write[] {
  const made = rows.counters('discount_use', [...uses.keys()]);
  return [
    ...buildRestockWrites(rows, stock, cause),
    ...[...made.keys()].map((key): Write => ({ type: 'add', counter: 'discount_use', key, by: -1 })),
    ...buyerUses.map((key): Write => ({ type: 'release', counter: 'buyer_use', key })),
  ];
}
