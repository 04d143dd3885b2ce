/** Settings of a portal that refuses no call for its load: a busy machine must not fail a test. */
export const NO_LOAD_LIMITS = { PORTAL_RATE_LIMIT: '0', PORTAL_WRITE_WAIT_SECONDS: '60' } as const;
