import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { contextHash } from '../../attestation/context-hash.js';
import { receiptContext } from '../../domain/order/receipt-context.js';
import { migrate } from './migrate.js';

/** How long the driver itself waits for a lock, blocking the event loop. Milliseconds. */
const DRIVER_WAIT = 2;
/** The same while opening, when nothing else is served yet. Milliseconds. */
const OPENING_WAIT = 10_000;

/**
 * Opens a database file with the settings every connection must have, and migrates it.
 * @throws Error when the file is absent and `create` is false, or is not a database
 */
export function openDatabase(path: string, options: { readonly create: boolean }): Database {
  if (!options.create && !existsSync(path)) {
    throw new Error(`there is no database at ${path}: make one with \`portal init\``);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  const database = new DatabaseConstructor(path, { timeout: OPENING_WAIT });
  // It holds addresses and secrets; the files beside it take its mode.
  if (isNew) chmodSync(path, 0o600);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  // Pages that are written again and again go to the file once; the WAL stays below some 16 MB.
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('foreign_keys = ON');
  // What is erased (docs/running.md, What is kept) must not stay readable in the pages of the file.
  database.pragma('secure_delete = ON');
  // Orders that were placed before receipts could name them (migration 5).
  database.function('receipt_context_hash', { deterministic: true }, (body) =>
    contextHash(receiptContext(JSON.parse(String(body)))),
  );
  migrate(database);
  return database;
}

/** From now on locks are waited for asynchronously: the driver's own waiting blocks the event loop. */
export function serveWithoutBlocking(database: Database): void {
  database.pragma(`busy_timeout = ${DRIVER_WAIT}`);
}

/** True for the errors that pass when another process lets go of its lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseConstructor.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** A key, or a unique index beside it, refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    isSqliteError(error) && (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

/** A rule of the schema refused a row; the engine itself is well. */
export function isConstraint(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');
}

export function isSqliteError(error: unknown): error is InstanceType<typeof DatabaseConstructor.SqliteError> {
  return error instanceof DatabaseConstructor.SqliteError;
}
