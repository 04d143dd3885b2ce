import type { MovementCause } from '../domain/shop/stock-movement.js';

export type { MovementCause, MovementKind, StockMovement } from '../domain/shop/stock-movement.js';

/**
 * Writes of the counter `stock`; no other write changes it. Each also writes a stock movement, so that no unit moves
 * without a record.
 */
export type StockWrite =
  /** Rejected if the item is not counted, or if a decrease leads below zero and `below_zero` is not set. */
  | {
      readonly type: 'move_stock';
      readonly key: string;
      readonly by: number;
      readonly below_zero?: boolean;
      readonly cause: MovementCause;
    }
  /** Sets the counted stock; null stops counting. Writes no stock movement if nothing changes. */
  | { readonly type: 'set_stock'; readonly key: string; readonly to: number | null; readonly cause: MovementCause };
