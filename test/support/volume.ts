import { drawn } from './drawn.js';

/**
 * Repetitive tests run small with `npm test`, and at full volume with `npm run test:full` (`PORTAL_TEST_VOLUME=full`).
 * The small run covers every case, but fewer times. The gate runs some files at full volume, but those that would take
 * more than a minute in part (`PORTAL_TEST_VOLUME=part`).
 */
const VOLUME = process.env.PORTAL_TEST_VOLUME;

/**
 * Selects the number of rounds, cases or runs of a test by volume.
 * @param part for the gate, if a file would take more than a minute at full volume
 */
export function volume<Size>(small: Size, full: Size, part: Size = full): Size {
  if (VOLUME === 'full') return full;
  return VOLUME === 'part' ? part : small;
}

/** Selects some of the cases of full volume by the commit, for the gate. After many commits, each case has run. */
export function partOf<Case>(all: readonly Case[], count: number, nameOf?: (one: Case) => string): readonly Case[] {
  return drawn(all, count, process.env.PORTAL_TEST_COMMIT ?? '', nameOf);
}
