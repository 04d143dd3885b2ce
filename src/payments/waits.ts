/**
 * Maximum time a call waits for a payment or refund to be resolved, whether by this call or by another. Milliseconds.
 */
export const RESOLVE_WAIT = 10_000;
/** Interval between reads while another process resolves a payment. Milliseconds. */
export const POLL = 25;
/** Age at which open payments are voided (docs/paying.md, Open payments). Milliseconds. */
export const ABANDON_AFTER_MS = 15 * 60 * 1000;
