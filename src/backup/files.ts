import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** File mode: readable and writable by the file's owner only. */
export const SECRET = 0o600;
/** File mode: readable by everyone, for files that a portal serves. */
export const PICTURE = 0o644;

/** SHA-256 of a file, hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Returns the relative paths of all files below a folder, with slashes, sorted. */
export function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Returns the names of the pictures in a folder. Dot files are left out: unfinished pictures and the folder's mark. */
export function picturesIn(folder: string): readonly string[] {
  return filesIn(folder).filter((path) => !basename(path).startsWith('.'));
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Copies a file to a new path, creates missing folders, and resolves once the copy is durable.
 * @throws Error if the path exists
 */
export async function copyNew(from: string, to: string, mode: number): Promise<void> {
  await makeFolder(dirname(to));
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(to, mode);
  await sync(to);
}

/**
 * Temporary path of a file while it is copied. It depends only on the file's path, so that the next copy removes the
 * remains of an interrupted copy.
 */
export function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file)}.unfinished`);
}

/** Copies a file to a temporary path beside `to`, and returns that path. */
export async function copyBeside(from: string, to: string, mode: number): Promise<string> {
  const unfinished = temporaryName(to);
  await rm(unfinished, { force: true });
  await copyNew(from, unfinished, mode);
  return unfinished;
}

/**
 * Renames a complete file to its final name.
 * @throws Error if the path exists
 */
export async function renameToNew(unfinished: string, to: string): Promise<void> {
  // Unlike a rename, a link never replaces a file of another process.
  await link(unfinished, to);
  await rm(unfinished);
  await sync(dirname(to));
}

/**
 * Copies a file to a new path. The file appears there only when its content is durable.
 * @throws Error if the path exists
 */
export async function copyToNew(from: string, to: string, mode: number): Promise<void> {
  await renameToNew(await copyBeside(from, to, mode), to);
}

/** Flushes a file, or the entries of a folder, to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
