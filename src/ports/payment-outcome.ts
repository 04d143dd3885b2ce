import type { Instrument } from '../domain/checkout/instrument.js';

/** Subjects and results of a payment handler's calls. Amounts are in minor units, times in milliseconds since the epoch. */

/** An attempt to pay a checkout. Its id is the idempotency key: the same id never charges twice. */
export interface PaymentAttempt {
  readonly id: string;
  readonly handler_id: string;
  readonly checkout_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly started_at: number;
  /** The buyer's instrument without its credential. */
  readonly instrument?: Instrument;
  /** `later` if the shop captures on shipment and the handler can: authorize without capturing. */
  readonly capture: 'now' | 'later';
}

/**
 * Work that only the buyer can do before the provider decides, such as 3-D Secure. `redirect`: the buyer opens this URL,
 * which returns to `HandlerContext.return_url`. `client`: the handler's script on the payment page does it; `data` is
 * public, such as a client secret made for this buyer.
 */
export type PaymentAction =
  | { readonly type: 'redirect'; readonly url: string }
  | { readonly type: 'client'; readonly data: Readonly<Record<string, string>> };

/** An authorized payment: `paid`; `pending`, to be paid outside the portal; or `authorized`, to be captured later. */
export type AuthorizedPayment = {
  readonly state: 'authorized';
  /** The provider's reference for the payment, shown with the order; at most 200 characters. */
  readonly provider_reference?: string;
} & (
  | { readonly payment_status: 'paid' | 'pending' }
  /**
   * `authorized_until`: end of the authorization as the provider states it. `captures`: how often this payment can be
   * captured, if less often than the handler declares.
   */
  | { readonly payment_status: 'authorized'; readonly authorized_until: number; readonly captures?: 'once' | 'many' }
);

/** Outcome reported by a handler; `unknown` if the handler does not know the attempt. */
export type PaymentOutcome =
  | AuthorizedPayment
  | {
      readonly state: 'action_required';
      readonly action: PaymentAction;
      /** Time at which the portal ends the attempt if it is still open. */
      readonly expires_at: number;
    }
  | { readonly state: 'declined'; readonly reason: string }
  /** `until`: how long the provider may take, for example with a bank debit. Defaults to 15 minutes from the start. */
  | { readonly state: 'pending'; readonly until?: number }
  | { readonly state: 'unknown' };

export const PROVIDER_DISPUTE_STATES = ['open', 'won', 'lost'] as const;

/** A dispute (chargeback) as the provider reports it. */
export interface ProviderDispute {
  /** The provider's id, at most 200 characters. */
  readonly id: string;
  readonly state: (typeof PROVIDER_DISPUTE_STATES)[number];
  readonly amount: number;
  /** The provider's reason, at most 200 characters. */
  readonly reason?: string;
  readonly opened_at: number;
  /** Time until which evidence may be submitted. */
  readonly evidence_due?: number;
}

/**
 * Everything the provider knows about an attempt now. For an authorized payment, `captured` and `refunded` are totals
 * over its lifetime, and `ended` is true if nothing more can be captured: it was captured finally, voided, or expired.
 * Each is absent if the handler does not track it.
 */
export type PaymentReport =
  | (AuthorizedPayment & {
      readonly captured?: number;
      readonly refunded?: number;
      readonly ended?: boolean;
      readonly disputes?: readonly ProviderDispute[];
    })
  | Exclude<PaymentOutcome, { readonly state: 'authorized' }>;

/** A payment to void: an open attempt, or the uncaptured rest of an order's payment. */
export interface PaymentToVoid {
  readonly id: string;
  readonly handler_id: string;
  readonly amount: number;
  readonly currency: string;
}

/** A capture of an authorized payment. Its id is the idempotency key: the same id never captures twice. */
export interface Capture {
  readonly id: string;
  readonly handler_id: string;
  /** The attempt that was authorized. */
  readonly attempt_id: string;
  readonly amount: number;
  readonly currency: string;
  /** True if nothing more will be captured, so that the provider releases the rest. */
  readonly final: boolean;
}

/**
 * Outcome of a capture. `completed` and `failed` are final; while it is `pending`, `capture` is called again.
 * `captured`: the amount, if the provider captured less.
 */
export type CaptureOutcome =
  | { readonly state: 'completed'; readonly captured?: number }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'pending' };

/** Outcome of a renewal: the new end of the authorization, or why there is none. */
export type RenewalOutcome =
  | { readonly state: 'renewed'; readonly authorized_until: number }
  | { readonly state: 'failed'; readonly reason: string };

/** A refund of a payment. Its id is the idempotency key: the same id never pays back twice. */
export interface Refund {
  readonly id: string;
  readonly handler_id: string;
  /** The attempt that made the payment. */
  readonly attempt_id: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Outcome of a refund. `completed` and `failed` are final: repeating the id gives the same outcome, and a failed refund
 * never pays out later. While the outcome is `pending`, `refund` is called again.
 */
export type RefundOutcome =
  | { readonly state: 'completed' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'pending' };
