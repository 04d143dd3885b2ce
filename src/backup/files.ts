import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Of a file that only its owner reads. */
export const SECRET = 0o600;
/** Of a file that a portal answers to everybody. */
export const PICTURE = 0o644;

/** SHA-256 of a file, hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Files below a folder, as paths with slashes, sorted. */
export function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The same of a folder of pictures: names with a dot in front are unfinished, or its mark, and left out. */
export function picturesIn(folder: string): readonly string[] {
  return filesIn(folder).filter((path) => !basename(path).startsWith('.'));
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Copies a file to a new one, with the folders above it; on disk when it resolves.
 * @throws Error when there is a file already
 */
export async function copyNew(from: string, to: string, mode: number): Promise<void> {
  await makeFolder(dirname(to));
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(to, mode);
  await sync(to);
}

/**
 * What a file is called until it is whole. The name is always the same, so that the next copy to this place removes what an
 * interrupted one has left.
 */
export function unfinishedOf(file: string): string {
  return join(dirname(file), `.${basename(file)}.unfinished`);
}

/** Copies a file beside its place; answers where it is. */
export async function copyBeside(from: string, to: string, mode: number): Promise<string> {
  const unfinished = unfinishedOf(to);
  await rm(unfinished, { force: true });
  await copyNew(from, unfinished, mode);
  return unfinished;
}

/**
 * Gives a file that is whole its name.
 * @throws Error when there is a file already
 */
export async function nameNew(unfinished: string, to: string): Promise<void> {
  // A link, unlike a rename, never replaces what another process has put there.
  await link(unfinished, to);
  await rm(unfinished);
  await sync(dirname(to));
}

/**
 * Copies a file to its place; it has its name when all of it is on disk.
 * @throws Error when there is a file already
 */
export async function placeNew(from: string, to: string, mode: number): Promise<void> {
  await nameNew(await copyBeside(from, to, mode), to);
}

/** Makes a file durable, or the names in a folder. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
