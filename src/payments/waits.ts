/** How long a call waits for a payment or refund to be resolved, its own or another call's. Milliseconds. */
export const RESOLVE_WAIT = 10_000;
/** Interval between two reads of what another process is resolving. Milliseconds. */
export const POLL = 25;
/** A payment that is open for this long is voided (docs/paying.md, Open payments). Milliseconds. */
export const ABANDON_AFTER_MS = 15 * 60 * 1000;
