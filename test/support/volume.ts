/**
 * What shows more only by repeating it runs small with `npm test` and at its full volume with `npm run test:full`
 * (`PORTAL_TEST_VOLUME=full`). Nothing is left out of the small run: it has each case, fewer times.
 */
const FULL = process.env.PORTAL_TEST_VOLUME === 'full';

/** What a test takes of two: rounds, rows or runs. */
export function volume<Size>(small: Size, full: Size): Size {
  return FULL ? full : small;
}
