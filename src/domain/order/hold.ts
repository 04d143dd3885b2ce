import type { Decision } from '../../attestation/countersignature.js';

export const HOLD_RULE_STATES = ['waiting', 'disputed'] as const;
export type HoldRuleState = (typeof HOLD_RULE_STATES)[number];

export interface HoldRule {
  readonly state: HoldRuleState;
  /** Instant from which the order is released unless the consumer disputes a receipt about it before. */
  readonly release_at: number;
  /** The only consumer whose decisions count; absent if those of all do. */
  readonly consumer_id?: string;
}

/** The consumer's decision about a receipt that is bound to the order. */
export interface OrderCountersignature {
  readonly receipt_id: string;
  readonly consumer_id: string;
  /** True if the receipt says that the whole job was done. */
  readonly is_success: boolean;
  readonly decision: Decision;
  /** Why the consumer disputes, with the salt of its signed hash. Absent once they are erased. */
  readonly reason?: string;
  readonly reason_salt?: string;
  readonly at: number;
}
