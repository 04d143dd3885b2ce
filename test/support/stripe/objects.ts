/** Objects as the API returns them, with the members that are used. They change in place. Times are in seconds. */

export interface Method {
  readonly id: string;
  readonly object: 'payment_method';
  readonly type: string;
  /** Result of charging it; not part of the API. */
  readonly behavior: Behavior;
}

export type Behavior =
  | { readonly ends: 'paid' | 'authentication' | 'processing' }
  | { readonly ends: 'declined'; readonly code: string; readonly decline_code?: string };

export interface PaymentError {
  readonly type: 'card_error';
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** An action of the buyer: in Stripe.js or on a page. */
export type NextAction =
  | { readonly type: 'use_stripe_sdk'; readonly use_stripe_sdk: { readonly type: string } }
  | {
      readonly type: 'redirect_to_url';
      readonly redirect_to_url: { readonly url: string; readonly return_url: string };
    };

export interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  amount_capturable: number;
  amount_received: number;
  readonly capture_method: string;
  readonly client_secret: string;
  readonly created: number;
  readonly currency: string;
  readonly livemode: boolean;
  readonly metadata: Record<string, string>;
  readonly automatic_payment_methods: { readonly enabled: boolean; readonly allow_redirects: string } | null;
  readonly wants_multicapture: boolean;
  /** Types of payment methods; empty for all. */
  readonly allowed_payment_method_types: readonly string[];
  /** The session that made it. */
  readonly session?: string;
  status: string;
  cancellation_reason: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  next_action: NextAction | null;
  payment_method: string | null;
}

export interface Charge {
  readonly id: string;
  readonly object: 'charge';
  readonly amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  readonly created: number;
  readonly currency: string;
  disputed: boolean;
  /** Copied from the PaymentIntent when the charge is made. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string;
  readonly payment_method_details: {
    readonly type: string;
    readonly card?: { readonly capture_before?: number; readonly multicapture: { readonly status: string } };
  };
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  /** `null` for the release of an authorization. */
  readonly balance_transaction: string | null;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string;
  readonly reason: string | null;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
}

export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly currency: string;
  readonly evidence_details: { readonly due_by: number | null };
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string;
  readonly reason: string;
  status: string;
}

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly amount_total: number;
  readonly cancel_url: string;
  readonly client_reference_id: string | null;
  readonly created: number;
  readonly currency: string;
  readonly expires_at: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly mode: 'payment';
  readonly success_url: string;
  /** Parameters of the PaymentIntent that paying creates; not part of the API. */
  readonly intent_data: {
    readonly capture_method: string;
    readonly metadata: Record<string, string>;
    readonly wants_multicapture: boolean;
    readonly allowed_payment_method_types: readonly string[];
  };
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
}

/** A Shared Payment Token that an agent granted. */
export interface SharedToken {
  readonly id: string;
  readonly method: string;
  readonly currency: string;
  readonly max_amount: number;
  readonly expires_at: number;
}

export interface ApiEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly type: string;
  readonly data: { readonly object: unknown };
}
