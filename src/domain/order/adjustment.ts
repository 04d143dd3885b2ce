/** Adjustments that callers can request; cancellations have their own call. */
export const REQUESTED_TYPES = ['refund', 'return'] as const;
export type RequestedType = (typeof REQUESTED_TYPES)[number];
export const ADJUSTMENT_TYPES = [...REQUESTED_TYPES, 'cancellation'] as const;
export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number];

export const ADJUSTMENT_STATUSES = ['pending', 'completed', 'failed'] as const;

/** Bounds an order's size, since it is read and written as a whole. */
export const MAX_ADJUSTMENTS = 200;

export interface AdjustedLine {
  readonly id: string;
  /** Units refunded or returned; 0 for an amount without units. */
  readonly quantity: number;
  /** Returned units without a refund, because they were refunded before or never paid. */
  readonly without_money?: number;
  /** Refunded units that count as canceled because they had not left the shop. */
  readonly canceled?: number;
  /** Returned units that this adjustment restocked. */
  readonly restocked?: number;
  /** Minor units. */
  readonly amount: number;
}

interface Recorded {
  readonly id: string;
  readonly type: AdjustmentType;
  readonly line_items: readonly AdjustedLine[];
  /** Minor units; the sum of the lines. */
  readonly amount: number;
  /** True if the caller named the amount; otherwise it is the value of the units, or everything left. */
  readonly named?: true;
  /** True if the order was unpaid: the amount reduces the debt and nothing is refunded. */
  readonly unpaid?: true;
  readonly reason?: string;
  /** True if the buyer may read the reason. */
  readonly visible?: true;
  readonly created_at: number;
}

/** A refund, reduced debt, return or cancellation. Only its status changes, following the payment handler. */
export type Adjustment = Recorded &
  (
    | { readonly status: 'pending' }
    | { readonly status: 'completed'; readonly settled_at: number }
    /** `failure`: the payment handler's reason, if given. */
    | { readonly status: 'failed'; readonly settled_at: number; readonly failure?: string }
  );

/** Final outcome from the payment handler. */
export type AdjustmentOutcome = { readonly state: 'completed' } | { readonly state: 'failed'; readonly reason: string };
