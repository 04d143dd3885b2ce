import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { isSqliteError } from './driver-errors.js';

/** How long to wait for another process's lock. Milliseconds. */
const WAIT = 10_000;

/** A database that is only read: its files stay unchanged, byte for byte, and no file is left beside them. */
export interface ReadOnlyFile {
  readonly database: Database;
  close(): void;
}

/**
 * Opens a database to read it. Where SQLite cannot do that without writing, such as on a medium that is read-only, or with
 * commits that a killed process left in the journal, a copy is read, which is removed afterwards.
 * @throws Error of the driver when it cannot be read
 */
export function readOnlyFile(path: string): ReadOnlyFile {
  const real = realpathSync(path);
  // A writer that closes last would move the commits of the journal into the file.
  if (hasPending(real)) return existsSync(`${real}-shm`) ? opened(real, { readonly: true }) : copied(real);
  try {
    // Every reader of a WAL database creates files beside it; only a connection that may write removes them again.
    return opened(real, { readonly: false });
  } catch (error) {
    if (isSqliteError(error)) return copied(real);
    throw error;
  }
}

/** Whether there are commits beside the file, or the beginning of one that was not finished. */
function hasPending(path: string): boolean {
  return ['-wal', '-journal'].some((end) => existsSync(`${path}${end}`) && statSync(`${path}${end}`).size > 0);
}

function opened(path: string, options: { readonly readonly: boolean }): ReadOnlyFile {
  const database = new DatabaseConstructor(path, { ...options, fileMustExist: true, timeout: WAIT });
  try {
    database.pragma('query_only = ON');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { database, close: () => void database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function copied(path: string): ReadOnlyFile {
  const folder = mkdtempSync(join(tmpdir(), 'portal-look-'));
  const remove = () => rmSync(folder, { recursive: true });
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal', '-journal'])
      if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
    const { database } = opened(copy, { readonly: false });
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
