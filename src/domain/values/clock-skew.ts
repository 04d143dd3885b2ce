/** Tolerated difference between the portal's clock and others. Milliseconds. */
export const CLOCK_SKEW = 300_000;
