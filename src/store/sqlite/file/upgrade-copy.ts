import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const NAME_INFIX = '.before-schema-';

/**
 * Copies a database before an upgrade, to a file beside it: `portal.db.before-schema-17` has the schema before version
 * 17.
 * @throws Error if there is no room for the copy
 */
export function copyBeforeUpgrade(path: string, database: Database, newest: number): void {
  const copy = `${path}${NAME_INFIX}${newest}`;
  const unfinished = `${copy}.${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    database.prepare('VACUUM INTO ?').run(unfinished);
    sync(unfinished);
    renameSync(unfinished, copy);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${path} is not upgraded, since the copy before it cannot be written to ${copy} (${why}): make room, or make a backup and set PORTAL_UPGRADE_COPY=0`,
      { cause },
    );
  }
}

export function removeOldCopies(path: string, now: number): void {
  for (const copy of copiesOf(path)) if (now - statSync(copy).mtimeMs > MAX_AGE_MS) rmSync(copy, { force: true });
}

/** Removes all copies, since they may contain erased data. */
export function removeCopies(path: string): void {
  for (const copy of copiesOf(path)) rmSync(copy, { force: true });
}

function copiesOf(path: string): readonly string[] {
  const [folder, begin] = [dirname(path), `${basename(path)}${NAME_INFIX}`];
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && /^\d+(\.\d+)?$/.test(name.slice(begin.length)))
    .map((name) => join(folder, name));
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
