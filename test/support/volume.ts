/**
 * Tests that find more by repetition run small with `npm test` and at full volume with `npm run test:full`
 * (`PORTAL_TEST_VOLUME=full`). The small run has every case, fewer times.
 */
const FULL = process.env.PORTAL_TEST_VOLUME === 'full';

/** Selects the rounds, rows or runs of a test by the volume. */
export function volume<Size>(small: Size, full: Size): Size {
  return FULL ? full : small;
}
