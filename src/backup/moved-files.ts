import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySigned } from '../store/open-store.js';
import { copyBeside, makeFolder, PICTURE, picturesIn, placeNew, SECRET, sync } from './files.js';
import type { Places } from './make-set.js';

/** Where the files of a portal are that are not its database. */
export type FilePlaces = Omit<Places, 'database'>;

/**
 * Copies the key of the logs, what was signed and the pictures to where the portal of another database looks for them; again, what
 * has come meanwhile. A place that both have stays as it is.
 * @throws Error when there is no key, or another one in its place
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
  if (!existsSync(from)) throw new Error(`there is no key of the logs at ${from}: name it with --log-key`);
  if (!existsSync(to)) return placeNew(from, to, SECRET);
  if (readFileSync(from).equals(readFileSync(to))) return;
  throw new Error(`the key of other logs is at ${to}: move it away, or name one place for both with --log-key`);
}

async function copyPictures(from: string, to: string): Promise<void> {
  for (const name of picturesIn(from)) {
    const [there, here] = [join(to, name), join(from, name)];
    // A picture never changes under its name.
    if (!existsSync(there) || statSync(there).size !== statSync(here).size) await replace(here, there);
  }
}

/** It has its name when all of it is on disk, also where a part of it was before. */
async function replace(from: string, to: string): Promise<void> {
  await rename(await copyBeside(from, to, PICTURE), to);
  await sync(dirname(to));
}
