import type { Reservation } from '../domain/checkout/payment.js';
import type { Rows, Write } from '../ports.js';

/** What a payment attempt reserves of the shop's stock and discounts, and releases when it fails. */

/** The writes that reserve; if a unit is missing, or a use exceeds its limit, all of them are refused. */
export function reservationWrites({ stock, uses, buyerUses }: Reservation): Write[] {
  return [
    ...[...stock].map(([key, units]): Write => ({ type: 'add', counter: 'stock', key, by: -units })),
    ...[...uses].map(([key, most]): Write => ({ type: 'add', counter: 'discount_use', key, by: 1, most, from: 0 })),
    ...buyerUses.map((key): Write => ({ type: 'claim', counter: 'buyer_use', key })),
  ];
}

/** The writes that release; an item that is no longer counted, and a deleted discount, are left out. */
export function releaseWrites(rows: Rows, { stock, uses, buyerUses }: Reservation): Write[] {
  const units = rows.counters('stock', [...stock.keys()]);
  const made = rows.counters('discount_use', [...uses.keys()]);
  return [
    ...[...stock]
      .filter(([key]) => units.has(key))
      .map(([key, by]): Write => ({ type: 'add', counter: 'stock', key, by })),
    ...[...made.keys()].map((key): Write => ({ type: 'add', counter: 'discount_use', key, by: -1 })),
    ...buyerUses.map((key): Write => ({ type: 'release', counter: 'buyer_use', key })),
  ];
}
