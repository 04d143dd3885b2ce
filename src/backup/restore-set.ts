import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyToNew, PICTURE, SECRET, sha256Of, sync } from './files.js';
import type { Places } from './make-set.js';
import type { Manifest, SavedFile } from './manifest.js';
import { mergeSignedHeads } from './merge-signed-heads.js';
import { DATABASE, LOG_KEY, MEDIA, SIGNED_HEADS } from './set-folder.js';

/** A file of a set with its target path. */
interface Placed extends SavedFile {
  readonly to: string;
}

/** Returns the target paths of a set's files. The signed heads are left out, because they are merged, not copied. */
export function targetPaths({ files }: Manifest, places: Places): readonly Placed[] {
  return files.flatMap((file) => {
    const to = placeOf(file.path, places);
    return to === undefined ? [] : [{ ...file, to }];
  });
}

function placeOf(path: string, { database, logKey, media }: Places): string | undefined {
  if (path === DATABASE) return database;
  if (path === LOG_KEY) return logKey;
  return path.startsWith(`${MEDIA}/`) ? join(media, path.slice(MEDIA.length + 1)) : undefined;
}

/**
 * Returns the obstacles to a restore, as sentences. An existing database always is one; another existing file is one
 * only if its content differs.
 */
export async function findRestoreConflicts(
  placed: readonly Placed[],
  { database, logKey }: Places,
): Promise<readonly string[]> {
  const beside = ['', '-wal', '-shm', '-journal'].map((end) => `${database}${end}`).filter((file) => existsSync(file));
  const others = placed.filter(({ to, path }) => path !== DATABASE && existsSync(to));
  const different: string[] = [];
  for (const { to, sha256 } of others)
    if ((await sha256Of(to)) !== sha256) different.push(`${to} already exists with other content`);
  const hasKey = existsSync(logKey) || placed.some(({ path }) => path === LOG_KEY);
  return [
    ...beside.map((file) => `${file} already exists`),
    ...different,
    ...(hasKey ? [] : [`the backup does not contain the log key: put it at ${logKey} first`]),
  ];
}

/**
 * Restores a checked set, with the database last, so that an interrupted restore can be repeated. Returns the
 * organizations whose logs wait for `portal log adopt`.
 * @throws Error if the database exists, or a file cannot be written
 */
export async function restoreSet(
  folder: string,
  placed: readonly Placed[],
  places: Places,
): Promise<readonly string[]> {
  for (const { path, to } of placed.filter((one) => one.path !== DATABASE && !existsSync(one.to)))
    await copyToNew(join(folder, path), to, path === LOG_KEY ? SECRET : PICTURE);
  const waiting = await mergeSignedHeads(join(folder, DATABASE), join(folder, SIGNED_HEADS), places.signed);
  for (const one of new Set(placed.map(({ to }) => dirname(to)))) if (existsSync(one)) await sync(one);
  await copyToNew(join(folder, DATABASE), places.database, SECRET);
  return waiting;
}
