import type { Grant } from '../tenant/grant.js';
import type { SpendingLimits } from '../tenant/limits.js';

/** Permission and limits under which a payment began. Its hash is in the receipt context of the order. */
export interface PaymentGrant {
  /** Id of the API key. For an assistant that a person connected, it is the id of the grant. */
  readonly id: string;
  /** Buyer reference of the checkout, the pseudonym of the person; empty if there is none. */
  readonly buyer_id: string;
  /** The connected assistant; absent for an API key. */
  readonly client?: Pick<Grant, 'client_id' | 'client_kind' | 'client_host'>;
  /** Instant at which the grant ends; absent for an API key. Milliseconds since the epoch. */
  readonly ends_at?: number;
  /** Absent if the key has none. */
  readonly limits?: SpendingLimits;
  /** Amount of earlier payments that counted toward `per_30_days`, in minor units. */
  readonly spent: number;
  /** True if the buyer approved this cart at this total, which allows more than the limits. */
  readonly approved?: true;
}
