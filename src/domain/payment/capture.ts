export const CAPTURE_STATUSES = ['pending', 'completed', 'failed'] as const;

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_CAPTURES = 200;

interface Requested {
  /** The idempotency key sent to the handler. */
  readonly id: string;
  /** Requested amount; of a completed capture, the captured one. Minor units. */
  readonly amount: number;
  /** True if nothing more will be captured, so that the handler releases the rest. */
  readonly final: boolean;
  /** The fulfillment event that caused it. */
  readonly event_id?: string;
  /** True if it was made without the portal, such as in the provider's dashboard. */
  readonly external?: true;
  readonly created_at: number;
}

/** A capture of a part or all of an authorized payment. Only its status changes later, with the handler's result. */
export type PaymentCapture = Requested &
  (
    | { readonly status: 'pending' }
    | { readonly status: 'completed'; readonly settled_at: number }
    | { readonly status: 'failed'; readonly settled_at: number; readonly failure: string }
  );

/** Final result from the payment handler. `captured`: the amount, if it is less than requested. Minor units. */
export type CaptureResult =
  | { readonly state: 'completed'; readonly captured?: number }
  | { readonly state: 'failed'; readonly reason: string };

/** Returns the capture with the handler's result. One that has a result already does not change. */
export function settleCapture(capture: PaymentCapture, result: CaptureResult, now: number): PaymentCapture {
  if (capture.status !== 'pending') return capture;
  if (result.state === 'failed') return { ...capture, status: 'failed', settled_at: now, failure: result.reason };
  return { ...capture, status: 'completed', settled_at: now, amount: result.captured ?? capture.amount };
}
