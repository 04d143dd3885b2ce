/**
 * Repetitive tests run small with `npm test` and at full volume with `npm run test:full` (`PORTAL_TEST_VOLUME=full`).
 * The small run covers every case, but fewer times.
 */
const FULL = process.env.PORTAL_TEST_VOLUME === 'full';

/** Selects the number of rounds, cases or runs of a test by volume. */
export function volume<Size>(small: Size, full: Size): Size {
  return FULL ? full : small;
}
