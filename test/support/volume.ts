/**
 * What shows more only by repeating it runs small with `npm test` and at its full volume with `npm run test:full`
 * (`PORTAL_TEST_VOLUME=full`). Nothing is left out of the small run: it has each case, fewer times.
 */
const FULL = process.env.PORTAL_TEST_VOLUME === 'full';

/** The number of rounds, rows or runs that a test takes. */
export function volume(small: number, full: number): number {
  return FULL ? full : small;
}
