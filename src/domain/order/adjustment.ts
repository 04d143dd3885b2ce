import { allocate, sum } from '../values/money.js';

/** Types of adjustment that callers can name in a request; cancellations have a separate call. */
export const REQUESTED_TYPES = ['refund', 'return'] as const;
export type RequestedType = (typeof REQUESTED_TYPES)[number];
export const ADJUSTMENT_TYPES = [...REQUESTED_TYPES, 'cancellation'] as const;
export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number];

export const ADJUSTMENT_STATUSES = ['pending', 'completed', 'failed'] as const;

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_ADJUSTMENTS = 200;

export interface AdjustedLine {
  readonly id: string;
  /** Units refunded, returned or canceled; 0 for an amount without units. */
  readonly quantity: number;
  /** Returned or canceled units without a refund: refunded before, never paid, or at the requested amount 0. */
  readonly without_money?: number;
  /** Refunded units that count as canceled because they had not left the shop. */
  readonly canceled?: number;
  /** Returned units that this adjustment added to the stock again. */
  readonly restocked?: number;
  /** Minor units. */
  readonly amount: number;
}

interface Recorded {
  readonly id: string;
  readonly type: AdjustmentType;
  readonly line_items: readonly AdjustedLine[];
  /** Sum of the line amounts, in minor units. */
  readonly amount: number;
  /** True if the caller specified the amount. Otherwise it is the value of the units, or everything left. */
  readonly named?: true;
  /** True if the amount was not paid or captured yet: it no longer has to be, and nothing is refunded. */
  readonly unpaid?: true;
  /** Part of the amount that was not captured yet and will not be; the rest is refunded. Minor units. */
  readonly uncaptured?: number;
  /** True if the refund was made without the portal, such as in the provider's dashboard. */
  readonly external?: true;
  readonly reason?: string;
  /** True if the buyer may read the reason. */
  readonly visible?: true;
  readonly created_at: number;
}

/**
 * A refund, debt reduction, return or cancellation. Only its status changes later, with the payment handler's result.
 */
export type Adjustment = Recorded &
  (
    | { readonly status: 'pending' }
    | { readonly status: 'completed'; readonly settled_at: number }
    /** `failure`: the payment handler's reason, if given. */
    | { readonly status: 'failed'; readonly settled_at: number; readonly failure?: string }
  );

type Amounts = Pick<Recorded, 'amount' | 'unpaid' | 'uncaptured' | 'line_items'>;

/** The amounts of an adjustment, stored or in a response. */
interface Reducing {
  readonly amount: number;
  readonly unpaid?: boolean | undefined;
  readonly uncaptured?: number | undefined;
}

/** Part of an adjustment that is not paid or captured; also if the refund of the rest failed. Minor units. */
export function reductionOf({ amount, unpaid, uncaptured = 0 }: Reducing): number {
  return unpaid ? amount : uncaptured;
}

/** Part of an adjustment that the payment handler refunds. Minor units. */
export function refundOf(adjustment: Amounts): number {
  return adjustment.amount - reductionOf(adjustment);
}

/** Shares of the lines in the part that is not paid or captured. Minor units. */
export function lineReductions(adjustment: Amounts): number[] {
  return allocate(
    reductionOf(adjustment),
    adjustment.line_items.map(({ amount }) => amount),
  );
}

interface Adjusted {
  readonly adjustments: readonly Adjustment[];
}

/** Sum of the confirmed refunds. Minor units. */
export function amountRefunded({ adjustments }: Adjusted): number {
  return sum(adjustments.map((one) => (one.status === 'completed' ? refundOf(one) : 0)));
}

/** Sum of the reductions made before payment or capture. Minor units. */
export function sumReductions({ adjustments }: { readonly adjustments: readonly Reducing[] }): number {
  return sum(adjustments.map(reductionOf));
}

/** Final result from the payment handler. */
export type AdjustmentOutcome = { readonly state: 'completed' } | { readonly state: 'failed'; readonly reason: string };
