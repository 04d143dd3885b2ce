import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks that the disks have room for a rewrite, in which SQLite copies the file to its temporary folder, and from
 * there to the journal beside the file.
 * @throws Error if a disk has too little room for its copies of `bytes`
 */
export function assertRoom(folder: string, env: Environment, bytes: number): void {
  const temporary = temporaryFolder(env);
  const isOneDisk = statSync(folder).dev === statSync(temporary).dev;
  assertFree(folder, isOneDisk ? 2 * bytes : bytes);
  if (!isOneDisk) assertFree(temporary, bytes);
}

/** Finds SQLite's temporary folder, in the order of its own search (sqlite.org/tempfiles.html). */
function temporaryFolder({ SQLITE_TMPDIR, TMPDIR }: Environment): string {
  if (process.platform === 'win32') return tmpdir();
  const folders = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp'];
  return folders.find((folder) => folder !== undefined && isWritable(folder)) ?? '.';
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function assertFree(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  const text = (count: number) => `${Math.ceil(count / 2 ** 20)} MiB`;
  throw new Error(`${folder} has room for ${text(bavail * bsize)}, and ${text(bytes)} are needed there`);
}
