/** Settings with which a portal never rejects calls because of load, so that a busy machine does not fail a test. */
export const NO_LOAD_LIMITS = {
  PORTAL_RATE_LIMIT: '0',
  PORTAL_WRITE_WAIT_SECONDS: '60',
  PORTAL_ADDRESS_SHARE: '100',
  PORTAL_KEY_SHARE: '100',
} as const;

/** Default shares of one address and one key, for tests of these limits. */
export const DEFAULT_SHARES = { PORTAL_ADDRESS_SHARE: '25', PORTAL_KEY_SHARE: '25' } as const;
