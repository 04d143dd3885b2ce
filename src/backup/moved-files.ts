import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySigned } from '../store/open-store.js';
import { copyBeside, copyToNew, makeFolder, PICTURE, picturesIn, SECRET, sync } from './files.js';
import type { Places } from './make-set.js';

/** Paths of a portal's files besides its database. */
export type FilePlaces = Omit<Places, 'database'>;

/**
 * Copies the log key, the signed heads and the pictures to the file locations of another portal. Repeated runs copy
 * only new files. A file or folder whose path is the same for both portals is left as it is.
 * @throws Error if the source key is missing, or the target path already holds a different key
 */
export async function copyFiles(from: FilePlaces, to: FilePlaces): Promise<void> {
  if (from.logKey !== to.logKey) await copyKey(from.logKey, to.logKey);
  if (from.signed !== to.signed) {
    await makeFolder(dirname(to.signed));
    copySigned(from.signed, to.signed);
  }
  if (from.media !== to.media) await copyPictures(from.media, to.media);
}

async function copyKey(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`there is no log key at ${from}: name its file with --log-key`);
  if (!existsSync(to)) return copyToNew(from, to, SECRET);
  if (readFileSync(from).equals(readFileSync(to))) return;
  throw new Error(`the log key at ${to} is a different one: move it away, or use one file for both with --log-key`);
}

async function copyPictures(from: string, to: string): Promise<void> {
  for (const name of picturesIn(from)) {
    const [there, here] = [join(to, name), join(from, name)];
    // The content of a picture never changes, so an existing file with its name and size is already the same picture.
    if (!existsSync(there) || statSync(there).size !== statSync(here).size) await replace(here, there);
  }
}

/** Copies to a temporary file, then renames it over the target, so that the target is never half-written. */
async function replace(from: string, to: string): Promise<void> {
  await rename(await copyBeside(from, to, PICTURE), to);
  await sync(dirname(to));
}
