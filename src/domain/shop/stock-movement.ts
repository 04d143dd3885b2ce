/**
 * Reasons for a change of stock: first count, sale, units released by a failed payment or canceled order, return by a
 * buyer, correction by the merchant.
 */
export const MOVEMENT_KINDS = ['opening', 'sale', 'give_back', 'return', 'correction'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Cause of a stock movement. */
export interface MovementCause {
  readonly kind: MovementKind;
  /** The merchant's words, if any. */
  readonly reason: string | null;
  /** The checkout or order it belongs to, if any. */
  readonly checkout_id: string | null;
  readonly order_id: string | null;
  /** Id of the caller, or name of the portal's own process. */
  readonly actor: string;
  readonly at: number;
}

/** A line of an item's stock ledger. The lines add up to the units left. */
export interface StockMovement extends MovementCause {
  /** Counts up from 1 per item, in write order. */
  readonly seq: number;
  /** Units; negative when they leave the stock. */
  readonly by: number;
  /** Units left afterwards; null if no longer counted. */
  readonly stock_after: number | null;
}
