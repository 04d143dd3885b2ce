import { chmodSync, existsSync, renameSync } from 'node:fs';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { once } from '../../../domain/values/once.js';
import { LogRefusal } from '../../../ports.js';
import type { SignedHead, SignedState } from '../../log/signed-heads.js';
import { isBusy, isSqliteError } from '../file/driver-errors.js';
import { openReadOnly } from '../file/read-only-file.js';

/** Milliseconds to wait for another process while opening. */
const OPENING_LOCK_TIMEOUT_MS = 10_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS signed_head (
    vkey TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS gone_log (organization_id TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS restored_log (vkey TEXT PRIMARY KEY) STRICT`;
/** The mark by which processes find out if they share the file. */
export const MARK_SCHEMA =
  'CREATE TABLE IF NOT EXISTS file_mark (id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL) STRICT';
const HEADS = 'SELECT * FROM signed_head ORDER BY organization_id, epoch, vkey';
const RESTORED = 'SELECT vkey FROM restored_log';
const GONE = 'SELECT organization_id FROM gone_log';

/**
 * Opens the file of signed heads for writing; creates it if it is absent or empty.
 * @throws LogRefusal if it is a different kind of file
 */
export function openSignedHeads(path: string): Database {
  return inSignedFile(path, () => {
    const isNew = !existsSync(path);
    const database = new DatabaseConstructor(path, { timeout: OPENING_LOCK_TIMEOUT_MS });
    try {
      if (isNew) chmodSync(path, 0o600);
      database.pragma('synchronous = EXTRA');
      // Earlier versions created fewer tables.
      if (isEmpty(path, database) || !hasRestored(database)) database.exec(SCHEMA);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Reads all signed heads in an open file. */
export function headsIn(database: Database): readonly SignedHead[] {
  const restored = new Set(hasRestored(database) ? database.prepare<[], string>(RESTORED).pluck().all() : []);
  const heads = database.prepare<[], Omit<SignedHead, 'restored'>>(HEADS).all();
  return heads.map((head) => (restored.has(head.vkey) ? { ...head, restored: true } : head));
}

function hasRestored(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'restored_log'").get() !== undefined;
}

/**
 * Reads the signed heads without writing; empty if the file is absent or empty.
 * @throws LogRefusal if it is a different kind of file
 */
export function readSigned(path: string): SignedState {
  const none: SignedState = { heads: [], abandoned: new Set() };
  if (!existsSync(path)) return none;
  return inSignedFile(path, () => {
    const { database, close } = openReadOnly(path);
    try {
      if (isEmpty(path, database)) return none;
      return { heads: headsIn(database), abandoned: new Set(database.prepare<[], string>(GONE).pluck().all()) };
    } finally {
      close();
    }
  });
}

/** Renames the file of an earlier database, whose signed heads do not concern this one. */
export function setAsideSigned(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.${Date.now()}`);
}

/**
 * Runs `work` on the file.
 * @throws LogRefusal if the file cannot be used, with instructions for the operator
 */
export function inSignedFile<R>(path: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (isSqliteError(error) && !isBusy(error)) throw unusable(path, whyOf(error), error);
    // System errors, such as EISDIR, have a `syscall`.
    if (error instanceof Error && 'syscall' in error) throw unusable(path, error.message, error);
    throw error;
  }
}

function unusable(path: string, why: string, cause?: Error): LogRefusal {
  return new LogRefusal(
    `the file of signed heads, ${path}, cannot be used (${why}). Restore its newest copy, or move it away, and start the portal again: without it, the logs are recorded as they are`,
    { cause },
  );
}

function whyOf({ code, message }: InstanceType<typeof DatabaseConstructor.SqliteError>): string {
  return code === 'SQLITE_READONLY_DBMOVED' ? 'it was moved or replaced while it was open' : message;
}

/**
 * True if the file has no tables yet.
 * @throws LogRefusal if it is a different kind of database, or its schema was changed: a trigger could drop heads
 */
function isEmpty(path: string, database: Database): boolean {
  const found = database.prepare<[], SchemaObject>('SELECT type, name, sql FROM sqlite_schema').all();
  if (found.length === 0) return true;
  if (!found.some(({ name }) => name === 'signed_head')) throw unusable(path, 'it is another database');
  const changed = found.find(({ name, sql }) => sql !== null && oneLine(sql) !== expectedTables().get(name));
  if (changed) throw unusable(path, `its ${changed.type} ${changed.name} is not as this program makes it`);
  return false;
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** Null for indexes of constraints. */
  readonly sql: string | null;
}

const expectedTables = once((): ReadonlyMap<string, string> => {
  const database = new DatabaseConstructor(':memory:');
  try {
    database.exec(`${SCHEMA}; ${MARK_SCHEMA}`);
    const tables = database.prepare<[], SchemaObject>('SELECT name, sql FROM sqlite_schema').all();
    return new Map(tables.map(({ name, sql }) => [name, oneLine(sql ?? '')]));
  } finally {
    database.close();
  }
});

function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ');
}
