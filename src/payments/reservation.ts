import type { Reservation } from '../domain/checkout/payment.js';
import type { MovementCause, Rows, Write } from '../ports.js';
import { buildRestockWrites } from '../records/stock-moves.js';

/** The writes that reserve stock and discount uses for a payment, and those that release them if it is not made. */

/** Builds the writes that reserve. If a unit is missing or a limit is exceeded, none of them is applied. */
export function reservationWrites({ stock, backorder, uses, buyerUses }: Reservation, cause: MovementCause): Write[] {
  return [
    ...[...stock].map(
      ([key, units]): Write => ({ type: 'move_stock', key, by: -units, below_zero: backorder.has(key), cause }),
    ),
    ...[...uses].map(([key, most]): Write => ({ type: 'add', counter: 'discount_use', key, by: 1, most, from: 0 })),
    ...buyerUses.map((key): Write => ({ type: 'claim', counter: 'buyer_use', key })),
  ];
}

/** Builds the writes that release. Skips items whose stock is no longer counted, and discounts that were deleted. */
export function releaseWrites(rows: Rows, { stock, uses, buyerUses }: Reservation, cause: MovementCause): Write[] {
  const made = rows.counters('discount_use', [...uses.keys()]);
  return [
    ...buildRestockWrites(rows, stock, cause),
    ...[...made.keys()].map((key): Write => ({ type: 'add', counter: 'discount_use', key, by: -1 })),
    ...buyerUses.map((key): Write => ({ type: 'release', counter: 'buyer_use', key })),
  ];
}
