/** How far the clocks of others may differ from the portal's. Milliseconds. */
export const CLOCK_SKEW = 300_000;
