import type { MovementCause } from '../domain/shop/stock-movement.js';

export type { MovementCause, MovementKind, StockMovement } from '../domain/shop/stock-movement.js';

/**
 * The only writes of the counter `stock`. Each writes its line of the ledger in the same step, so no unit can be
 * moved without one.
 */
export type StockWrite =
  /** Refused below zero, unless the item may be sold before it is there; and where its units are not counted. */
  | {
      readonly type: 'move_stock';
      readonly key: string;
      readonly by: number;
      readonly below_zero?: boolean;
      readonly cause: MovementCause;
    }
  /** Units as they were counted; null = they are not counted any more. When nothing changes, there is no line. */
  | { readonly type: 'set_stock'; readonly key: string; readonly to: number | null; readonly cause: MovementCause };
