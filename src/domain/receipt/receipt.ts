/** A receipt whose signature and claims were checked (docs/receipts-format.md). Its row is never changed. */
export interface CheckedReceipt {
  readonly id: string;
  readonly organization_id: string;
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly job_id: string;
  readonly resolution: string;
  readonly context_hash: string;
  /** The `receipt_hash` of the receipt that this one follows, of the same agent and job; null = it is the first. */
  readonly supersedes: string | null;
  /** SHA-256 of the signed bytes, lower-case hex. */
  readonly receipt_hash: string;
  readonly signing_key_id: string;
  /** Of the key as it was then. */
  readonly key_fingerprint: string;
  /** Exactly what the signature is over. */
  readonly signed_bytes: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
  /** Milliseconds since the epoch; the text as signed is in the signed bytes. */
  readonly issued_at: number;
  readonly received_at: number;
  /** JSON of the metadata that was sent with the receipt and is not signed; null = none. */
  readonly metadata: string | null;
  /** The order whose hash was its context_hash when it was accepted; null = there was none. */
  readonly order_id: string | null;
}

/** A receipt in the log. */
export interface AcceptedReceipt extends CheckedReceipt {
  /** Its leaf, counted from 0 in the organization's log. */
  readonly log_index: number;
  /** With a key derived from the log's key: whoever has only the database cannot exchange what the leaf does not cover. */
  readonly mac: Uint8Array;
}
