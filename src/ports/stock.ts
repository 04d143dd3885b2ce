import type { MovementCause } from '../domain/shop/stock-movement.js';

export type { MovementCause, MovementKind, StockMovement } from '../domain/shop/stock-movement.js';

/**
 * The only writes of the counter `stock`. Each writes its ledger line in the same step, so that no unit moves without
 * one.
 */
export type StockWrite =
  /** Rejected below zero unless backorders are allowed, and for items that are not counted. */
  | {
      readonly type: 'move_stock';
      readonly key: string;
      readonly by: number;
      readonly below_zero?: boolean;
      readonly cause: MovementCause;
    }
  /** Sets the counted stock; null stops counting. Writes no ledger line if nothing changes. */
  | { readonly type: 'set_stock'; readonly key: string; readonly to: number | null; readonly cause: MovementCause };
