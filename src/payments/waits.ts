/** Maximum time that a call waits until it or another call has resolved a payment or refund, in milliseconds. */
export const RESOLVE_WAIT = 10_000;
/** Interval between reads while another process resolves a payment, in milliseconds. */
export const POLL = 25;
/** Age at which open payments are voided, in milliseconds (docs/paying.md, Open payments). */
export const ABANDON_AFTER_MS = 15 * 60 * 1000;
