import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { isUnwritable } from './driver-errors.js';

const LOCK_TIMEOUT_MS = 10_000;

/** A database opened only for reading: its files stay unchanged, byte for byte, and no file is left beside them. */
export interface ReadOnlyFile {
  readonly database: Database;
  close(): void;
}

/**
 * Opens a database for reading, including transactions that are still in the WAL. Reads a temporary copy where SQLite
 * would have to write, such as on a read-only medium or after a process was killed.
 * @throws Error of the driver if it cannot be read
 */
export function openReadOnly(path: string): ReadOnlyFile {
  const real = realpathSync(path);
  const isPending = hasPending(real);
  // A reader would create the missing shm file.
  if (isPending && !existsSync(`${real}-shm`)) return openCopy(real);
  try {
    // With a pending WAL, the connection is read-only, since closing the last connection with write access checkpoints
    // the WAL. Otherwise, it creates files beside the database, which it can remove again only with write access.
    return openFile(real, { readonly: isPending || existsSync(`${real}-journal`) });
  } catch (error) {
    if (isUnwritable(error)) return openCopy(real);
    throw error;
  }
}

/** True if the WAL beside the file contains anything. */
export function hasPending(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function openFile(path: string, options: { readonly readonly: boolean }): ReadOnlyFile {
  const database = new DatabaseConstructor(path, { ...options, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  try {
    database.pragma('query_only = ON');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { database, close: () => void database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function openCopy(path: string): ReadOnlyFile {
  const folder = mkdtempSync(join(tmpdir(), 'portal-look-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal', '-journal'])
      if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const { database } = openFile(copy, { readonly: false });
    return {
      database,
      close() {
        database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
