import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST } from './manifest.js';

/** What the parts of a set are called: as beside a database, so that a set can be looked at in its place. */
export const DATABASE = 'portal.db';
export const LOG_KEY = 'portal.db.log-key';
export const SIGNED = 'portal.db.log-key.signed';
export const MEDIA = 'portal.db.media';

/** When a set was begun, as the name of its folder: `2026-11-22T21-30-00.123Z`. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const UNFINISHED = '.unfinished';
/** After which what a backup that was ended has left is removed. Milliseconds. */
const UNFINISHED_FOR = 24 * 60 * 60 * 1000;

/** The folder of a set that is begun at this time, and where it is until it is whole. */
export function folderOf(folder: string, begun: Date): { readonly whole: string; readonly unfinished: string } {
  const whole = join(folder, begun.toISOString().replaceAll(':', '-'));
  return { whole, unfinished: `${whole}${UNFINISHED}` };
}

/** The sets in a folder, oldest first, also those without a manifest. */
function setsIn(folder: string): readonly string[] {
  return names(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name));
}

/** A folder that is a set itself, or the newest set in it; undefined = there is none. */
export function newestSet(folder: string): string | undefined {
  if (hasManifest(folder)) return folder;
  const sets = setsIn(folder);
  const newest = sets.at(-1);
  if (newest === undefined || hasManifest(newest)) return newest;
  // Whoever asks for the newest must not get an older one unawares.
  throw new Error(insteadOf(newest, sets.findLast(hasManifest)));
}

function insteadOf(newest: string, whole: string | undefined): string {
  const what = `the newest set, ${newest}, has no ${MANIFEST}, so it cannot be checked`;
  return whole === undefined ? what : `${what}: to restore an older one, name its folder, such as ${whole}`;
}

/**
 * Removes all sets but the newest ones, and what backups that were ended long ago have left. A set without a manifest does not count,
 * and goes only when all that are kept are newer. Answers the folders that are gone.
 */
export function keepNewest(folder: string, count: number, now: number): readonly string[] {
  const sets = setsIn(folder);
  const [oldestKept] = sets.filter(hasManifest).slice(-count);
  const old = oldestKept === undefined ? [] : sets.slice(0, sets.indexOf(oldestKept));
  // Without its manifest it is no set any more, also when the rest of it stays.
  for (const set of old) rmSync(join(set, MANIFEST), { force: true });
  const gone = [...old, ...leftIn(folder, now)];
  for (const one of gone) rmSync(one, { recursive: true });
  return gone;
}

function leftIn(folder: string, now: number): readonly string[] {
  return names(folder)
    .filter((name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
    .map((name) => join(folder, name))
    .filter((one) => now - statSync(one).mtimeMs > UNFINISHED_FOR);
}

function hasManifest(set: string): boolean {
  return existsSync(join(set, MANIFEST));
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
