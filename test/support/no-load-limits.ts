/** Settings of a portal that rejects no call for its load: a busy machine must not fail a test. */
export const NO_LOAD_LIMITS = {
  PORTAL_RATE_LIMIT: '0',
  PORTAL_WRITE_WAIT_SECONDS: '60',
  PORTAL_ADDRESS_SHARE: '100',
  PORTAL_KEY_SHARE: '100',
} as const;

/** Shares of one address and one key, in tests of these. */
export const DEFAULT_SHARES = { PORTAL_ADDRESS_SHARE: '25', PORTAL_KEY_SHARE: '25' } as const;
