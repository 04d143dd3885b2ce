import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseFault } from '../../../ports.js';
import { isCorrupt, isSqliteError, isUnwritable } from './driver-errors.js';

const FREE_SPACE = 'free some space, then start again';
const CHECK_DISK = 'check the disk and the system log';
const GIVE_ACCESS = 'run this command as its owner, or give this user write access to it';

/** Faults for system errors, keyed by error code. */
const SYSTEM_FAULTS: ReadonlyMap<string, (path: string) => DatabaseFault> = new Map([
  ['EROFS', readOnlyFault],
  ['EACCES', accessFault],
  ['EPERM', accessFault],
  ['ENOSPC', fullFault],
  ['EDQUOT', fullFault],
  ['EIO', (path) => diskFault(`${path} cannot be read or written`, CHECK_DISK)],
]);

/**
 * Opens a file. For errors that only hint at a problem of the disk or at corrupted pages, names the path and the fix.
 * @throws DatabaseFault `disk` or `corrupted`
 */
export function withNamedFaults<R>(path: string, open: () => R): R {
  try {
    return open();
  } catch (error) {
    throw (isSqliteError(error) ? findDriverFault(path, error) : findSystemFault(path, error)) ?? error;
  }
}

function findDriverFault(path: string, error: { readonly code: string; readonly message: string }) {
  const { code, message } = error;
  if (isCorrupt(error)) return corruptedFault(path, message);
  // SQLITE_IOERR_SHMSIZE: the shm file could not be extended.
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') return fullFault(path);
  if (code.startsWith('SQLITE_IOERR')) return diskFault(`${path} cannot be read or written (${code})`, CHECK_DISK);
  return isUnwritable(error)
    ? diskFault(`SQLite cannot write to ${path} or to the files beside it (${code})`, GIVE_ACCESS)
    : undefined;
}

function findSystemFault(path: string, error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_FAULTS.get(error.code)?.('path' in error && typeof error.path === 'string' ? error.path : path);
}

/**
 * Checks that the file, its WAL and their folder can be written; for a new file, the nearest existing folder. Without
 * this check, SQLite would open the file for reading, and fail later without giving the reason.
 * @throws DatabaseFault `disk`
 */
export function assertWritable(path: string, access: typeof accessSync = accessSync): void {
  const real = existsSync(path) ? realpathSync(path) : undefined;
  const folder = existingFolder(real ?? path);
  assertAccess(folder, constants.W_OK | constants.X_OK, access);
  if (real === undefined) return;
  for (const end of ['', '-wal', '-shm']) assertAccess(`${real}${end}`, constants.W_OK, access);
}

function assertAccess(path: string, mode: number, access: typeof accessSync): void {
  try {
    access(path, mode);
  } catch (error) {
    // Other processes remove and create these files at any time.
    if (!isAbsent(error)) throw findSystemFault(path, error) ?? error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function corruptedFault(path: string, detail: string): DatabaseFault {
  return new DatabaseFault(
    'corrupted',
    `${path} has corrupted pages (${detail}): stop every process that uses it, move it and its -wal away, and put the newest backup in its place with \`portal restore\``,
  );
}

function readOnlyFault(path: string): DatabaseFault {
  return diskFault(`${path} is on a disk that is mounted read-only`, 'remount it, or name another database with --db');
}

function accessFault(path: string): DatabaseFault {
  return diskFault(`this user has no write access to ${path}`, GIVE_ACCESS);
}

function fullFault(path: string): DatabaseFault {
  return diskFault(`the disk of ${path} is full`, FREE_SPACE);
}

function diskFault(what: string, fix: string): DatabaseFault {
  return new DatabaseFault('disk', `${what}: ${fix}`);
}

function existingFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : existingFolder(folder);
}
