import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyOf, copySigned } from '../store/open-store.js';
import { VERSION } from '../version.js';
import { copyNew, makeFolder, PICTURE, picturesIn, SECRET, sha256Of, sync } from './files.js';
import { MANIFEST, manifestText, type SavedFile } from './manifest.js';
import { DATABASE, LOG_KEY, MEDIA, SIGNED_HEADS, setFolders } from './set-folder.js';

/** Absolute paths of a portal's database and files. */
export interface Places {
  readonly database: string;
  readonly logKey: string;
  /** File of the signed heads. */
  readonly signed: string;
  /** Folder of pictures. */
  readonly media: string;
}

export interface SetOptions {
  readonly now: Date;
  /** True to include the private key of the logs. */
  readonly hasKey: boolean;
  readonly onProgress: (done: number, total: number) => void;
}

export interface MadeSet {
  readonly folder: string;
  readonly files: readonly SavedFile[];
}

/**
 * Saves the database, the logs' key, the signed heads and the pictures as one set in a new folder while the portal
 * keeps serving. The set contains every write acknowledged before the backup began. The folder gets its final name once
 * all files are durable.
 * @throws Error if something cannot be read or written, or the database is invalid; the incomplete set is then removed
 */
export async function makeSet(places: Places, into: string, { now, hasKey, onProgress }: SetOptions): Promise<MadeSet> {
  const { whole, unfinished } = setFolders(into, now);
  await makeFolder(into);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const at = (name: string) => join(unfinished, name);
    // Signed heads first: the database copy must contain everything that they cover.
    const hasSigned = copySigned(places.signed, at(SIGNED_HEADS));
    const { schema } = await copyOf(places.database, at(DATABASE), onProgress);
    await chmod(at(DATABASE), SECRET);
    await sync(at(DATABASE));
    if (hasKey) await copyNew(keyOf(places), at(LOG_KEY), SECRET);
    // Pictures last: a picture is stored before an item names it, so all pictures that the copied database names exist.
    const pictures = picturesIn(places.media).map((name) => `${MEDIA}/${name}`);
    for (const path of pictures) await copyNew(join(places.media, path.slice(MEDIA.length + 1)), at(path), PICTURE);
    const paths = [DATABASE, ...(hasKey ? [LOG_KEY] : []), ...(hasSigned ? [SIGNED_HEADS] : []), ...pictures];
    const files: SavedFile[] = [];
    for (const path of paths) files.push({ path, size: statSync(at(path)).size, sha256: await sha256Of(at(path)) });
    const manifest = manifestText({ began_at: now.toISOString(), version: VERSION, schema, files });
    await writeFile(at(MANIFEST), manifest, { flag: 'wx', mode: SECRET, flush: true });
    for (const folder of new Set(paths.map((path) => dirname(at(path))))) await sync(folder);
    await rename(unfinished, whole);
    await sync(into);
    return { folder: whole, files };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** @throws Error if the file is missing */
function keyOf({ logKey }: Places): string {
  if (existsSync(logKey)) return logKey;
  throw new Error(`there is no key of the logs at ${logKey}: set --log-key, or omit it with --without-log-key`);
}
