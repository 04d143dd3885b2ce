/** What a caller asks for by itself; units are canceled by a call of its own. */
export const REQUESTED_TYPES = ['refund', 'return'] as const;
export type RequestedType = (typeof REQUESTED_TYPES)[number];
export const ADJUSTMENT_TYPES = [...REQUESTED_TYPES, 'cancellation'] as const;
export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number];

export const ADJUSTMENT_STATUSES = ['pending', 'completed', 'failed'] as const;

/** The most that an order can have, so that it can be read and written as a whole. */
export const MAX_ADJUSTMENTS = 200;

export interface AdjustedLine {
  readonly id: string;
  /** Units given back or taken back; 0 = an amount without units. */
  readonly quantity: number;
  /** How many of the units came back without a refund: their money was given back before, or never paid. */
  readonly without_money?: number;
  /** How many of the units whose money it gives back count as canceled: they had not left the shop. */
  readonly canceled?: number;
  /** Units that came back and were put on sale again with this adjustment. */
  readonly restocked?: number;
  /** Minor units. */
  readonly amount: number;
}

interface Recorded {
  readonly id: string;
  readonly type: AdjustmentType;
  readonly line_items: readonly AdjustedLine[];
  /** Minor units; what the lines add up to. */
  readonly amount: number;
  /** The caller named the amount; absent = it is what the units are worth, or all that was left. */
  readonly named?: true;
  /** The order was not paid yet: the amount is taken off what is owed, and nothing is given back. */
  readonly unpaid?: true;
  readonly reason?: string;
  /** The buyer may read the reason. */
  readonly visible?: true;
  readonly created_at: number;
}

/** Money given back or no longer owed, goods taken back or canceled, or both. Only its status ever changes, as the payment handler decides. */
export type Adjustment = Recorded &
  (
    | { readonly status: 'pending' }
    | { readonly status: 'completed'; readonly settled_at: number }
    /** `failure`: why the payment handler could not give it back; absent = it is not told. */
    | { readonly status: 'failed'; readonly settled_at: number; readonly failure?: string }
  );

/** The final answer of the payment handler. */
export type AdjustmentOutcome = { readonly state: 'completed' } | { readonly state: 'failed'; readonly reason: string };
