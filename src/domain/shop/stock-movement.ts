/**
 * Reasons for a change of stock: first count, sale, release after a failed payment or a cancellation, return by a
 * buyer, and correction by the merchant.
 */
export const MOVEMENT_KINDS = ['opening', 'sale', 'give_back', 'return', 'correction'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Cause of a stock movement. */
export interface MovementCause {
  readonly kind: MovementKind;
  /** The merchant's explanation, if given. */
  readonly reason: string | null;
  /** Id of the related checkout or order, if any. */
  readonly checkout_id: string | null;
  readonly order_id: string | null;
  /** Id of the caller; for a movement without a caller a name, such as `portal`. */
  readonly actor: string;
  readonly at: number;
}

/** An entry of an item's stock ledger. The entries add up to the units in stock. */
export interface StockMovement extends MovementCause {
  /** Starts at 1 for each item and increases in write order. */
  readonly seq: number;
  /** Number of units; negative if the stock decreases. */
  readonly by: number;
  /** Units in stock after the movement; null if the stock is no longer counted. */
  readonly stock_after: number | null;
}
