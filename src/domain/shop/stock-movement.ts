/**
 * Why the units of an item were changed: counted when the item was created or began to be counted, sold, given back by a payment
 * that failed or an order that was canceled, returned by a buyer, or corrected by the merchant.
 */
export const MOVEMENT_KINDS = ['opening', 'sale', 'give_back', 'return', 'correction'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** What a movement of stock says beside its units. */
export interface MovementCause {
  readonly kind: MovementKind;
  /** The merchant's words; null = none. */
  readonly reason: string | null;
  /** The checkout or the order that it belongs to; null = none. */
  readonly checkout_id: string | null;
  readonly order_id: string | null;
  /** The id of the caller, or the name of the part of the portal that acts by itself. */
  readonly actor: string;
  readonly at: number;
}

/** A line of the ledger of an item's stock: all of them add up to the units that are left. */
export interface StockMovement extends MovementCause {
  /** Counts up from 1 for each item, in the order of writing. */
  readonly seq: number;
  /** Units; negative = out of stock. */
  readonly by: number;
  /** Units left afterwards; null = the item is not counted any more. */
  readonly stock_after: number | null;
}
