/** A receipt with verified signature and claims (docs/receipts-format.md). Its row is never changed. */
export interface CheckedReceipt {
  readonly id: string;
  readonly organization_id: string;
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly job_id: string;
  readonly resolution: string;
  readonly context_hash: string;
  /** `receipt_hash` of the receipt that this one supersedes, for the same agent and job; null for the first. */
  readonly supersedes: string | null;
  /** SHA-256 of the signed bytes, lower-case hex. */
  readonly receipt_hash: string;
  readonly signing_key_id: string;
  /** Fingerprint of the key with which the receipt was verified. */
  readonly key_fingerprint: string;
  /** The exact signed bytes. */
  readonly signed_bytes: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  /** Milliseconds since the epoch; `signed_bytes` contains the original text. */
  readonly issued_at: number;
  readonly received_at: number;
  /** Unsigned metadata sent with the receipt, as JSON; null if none. */
  readonly metadata: string | null;
  /** Id of the order whose context had this `context_hash` when the receipt was accepted, if any. */
  readonly order_id: string | null;
  /** Chain of delegations sent with the receipt, as canonical JSON; null if none. */
  readonly delegation: string | null;
}

/** A receipt that is in the log. */
export interface AcceptedReceipt extends CheckedReceipt {
  /** Leaf index in the organization's log, from 0. */
  readonly log_index: number;
  /**
   * MAC under a key derived from the log's key. If someone with access only to the database changes members that the
   * leaf does not contain, the MAC no longer matches.
   */
  readonly mac: Uint8Array;
}
