import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import type { FileHeader } from './file-header.js';

/** How long to wait for another process's lock. Milliseconds. */
const WAIT = 10_000;

/** What identifies a database, with the commits that are not in its main file yet. */
export interface FileIdentity {
  readonly userVersion: number;
  readonly applicationId: number;
  readonly tables: ReadonlySet<string>;
}

/**
 * Reads what identifies a database. Its files stay unchanged, byte for byte, and no file is left beside them.
 * @throws Error of the driver when it cannot be read
 */
export function readIdentity(path: string, { isWal }: FileHeader): FileIdentity {
  if (!hasPending(path)) {
    // Every reader of a WAL database creates files beside it; only a connection that may write removes them again.
    return readWith(path, { readonly: !isWal });
  }
  // A writer that closes last would move the commits into the file. A reader would not, but would create a missing shm file.
  return existsSync(`${path}-shm`) ? readWith(path, { readonly: true }) : readCopy(path);
}

/** Whether there are commits beside the file. */
export function hasPending(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}

function readCopy(path: string): FileIdentity {
  const folder = mkdtempSync(join(tmpdir(), 'portal-look-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    return readWith(copy, { readonly: false });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readWith(path: string, options: { readonly readonly: boolean }): FileIdentity {
  const database = new DatabaseConstructor(path, { ...options, fileMustExist: true, timeout: WAIT });
  try {
    return {
      userVersion: Number(database.pragma('user_version', { simple: true })),
      applicationId: Number(database.pragma('application_id', { simple: true })),
      tables: new Set(
        database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
      ),
    };
  } finally {
    database.close();
  }
}
