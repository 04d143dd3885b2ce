/** Time a call waits for a payment or refund to be resolved, by itself or another call. Milliseconds. */
export const RESOLVE_WAIT = 10_000;
/** Interval of reads while another process resolves a payment. Milliseconds. */
export const POLL = 25;
/** Payments open for this long are voided (docs/paying.md, Open payments). Milliseconds. */
export const ABANDON_AFTER_MS = 15 * 60 * 1000;
