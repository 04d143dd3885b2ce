import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import type { FileHeader } from './file-header.js';

/** How long to wait for another process's lock. Milliseconds. */
const WAIT = 10_000;

/** What identifies a database, with the commits that are not in its main file yet. */
export interface FileLook {
  readonly userVersion: number;
  readonly applicationId: number;
  readonly tables: ReadonlySet<string>;
}

/**
 * Reads what identifies a database. Its files stay unchanged, byte for byte, and no file is left beside them.
 * @throws Error of the driver when it cannot be read
 */
export function lookInto(path: string, { isWal }: FileHeader): FileLook {
  if (!hasPending(path)) {
    // Every reader of a WAL database creates files beside it; only a connection that may write removes them again.
    return lookWith(path, { readonly: !isWal });
  }
  // A writer that closes last would move the commits into the file. A reader would not, but would create a missing shm file.
  return existsSync(`${path}-shm`) ? lookWith(path, { readonly: true }) : lookAtCopy(path);
}

/** Whether there are commits beside the file. */
export function hasPending(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}

function lookAtCopy(path: string): FileLook {
  const folder = mkdtempSync(join(tmpdir(), 'portal-look-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    return lookWith(copy, { readonly: false });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function lookWith(path: string, options: { readonly readonly: boolean }): FileLook {
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
