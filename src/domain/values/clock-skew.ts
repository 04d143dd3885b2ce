/** Tolerated difference between other clocks and the portal's. Milliseconds. */
export const CLOCK_SKEW = 300_000;
