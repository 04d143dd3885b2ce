/** How long a call waits for money to settle, its own or another call's. Milliseconds. */
export const RESOLVE_WAIT = 10_000;
/** Between two looks at what another process is settling. Milliseconds. */
export const POLL = 25;
/** A payment that is open for this long is voided (docs/api.md, Complete). Milliseconds. */
export const GIVEN_UP_AFTER = 15 * 60 * 1000;
