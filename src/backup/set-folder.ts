import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MANIFEST } from './manifest.js';

/** A set's files are named like the files of a live database with default settings, so that commands can open a set. */
export const DATABASE = 'portal.db';
export const LOG_KEY = 'portal.db.log-key';
export const SIGNED_HEADS = 'portal.db.log-key.signed';
export const MEDIA = 'portal.db.media';

/** Form of a set's folder name, which is the backup's start time: `2026-11-22T21-30-00.123Z`. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const UNFINISHED = '.unfinished';
/** Age in milliseconds after which leftovers of an interrupted backup are removed. */
const UNFINISHED_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Returns the final folder of a set begun at this time, and the temporary folder used until it is complete. */
export function setFolders(folder: string, begun: Date): { readonly whole: string; readonly unfinished: string } {
  const whole = join(folder, begun.toISOString().replaceAll(':', '-'));
  return { whole, unfinished: `${whole}${UNFINISHED}` };
}

/** All sets in a folder, oldest first, including those without a manifest. */
function setsIn(folder: string): readonly string[] {
  return names(folder)
    .filter((name) => NAME.test(name))
    .map((name) => join(folder, name));
}

/**
 * Returns the folder itself if it is a set, else the newest set in it, if any.
 * @throws Error if the newest set has no manifest
 */
export function findNewestSet(folder: string): string | undefined {
  if (hasManifest(folder)) return folder;
  const sets = setsIn(folder);
  const newest = sets.at(-1);
  if (newest === undefined || hasManifest(newest)) return newest;
  // A caller who wants the newest set must never silently get an older one.
  throw new Error(missingManifestText(newest, sets.findLast(hasManifest)));
}

function missingManifestText(newest: string, whole: string | undefined): string {
  const what = `the newest set, ${newest}, has no ${MANIFEST}, so it cannot be checked`;
  return whole === undefined ? what : `${what}: to restore an older one, name its folder, such as ${whole}`;
}

/** Returns when the newest complete set in a folder was begun, in milliseconds since the epoch; `undefined` if none is. */
export function newestSetTime(folder: string): number | undefined {
  const newest = setsIn(folder).findLast(hasManifest);
  if (newest === undefined) return undefined;
  return Date.parse(basename(newest).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

/**
 * Keeps the newest `count` sets and removes the others, as well as old leftovers of interrupted backups. A set without
 * a manifest is not counted, and is removed only if it is older than every counted set. Returns the removed folders.
 */
export function removeOldSets(folder: string, count: number, now: number): readonly string[] {
  const sets = setsIn(folder);
  const [oldestKept] = sets.filter(hasManifest).slice(-count);
  const old = oldestKept === undefined ? [] : sets.slice(0, sets.indexOf(oldestKept));
  // The manifest is deleted first, so that a failed removal leaves nothing that looks like a complete set.
  for (const set of old) rmSync(join(set, MANIFEST), { force: true });
  const gone = [...old, ...findLeftovers(folder, now)];
  for (const one of gone) rmSync(one, { recursive: true });
  return gone;
}

function findLeftovers(folder: string, now: number): readonly string[] {
  return names(folder)
    .filter((name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)))
    .map((name) => join(folder, name))
    .filter((one) => now - statSync(one).mtimeMs > UNFINISHED_LIFETIME_MS);
}

function hasManifest(set: string): boolean {
  return existsSync(join(set, MANIFEST));
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
