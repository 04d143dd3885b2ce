import type { Database } from 'better-sqlite3';
import { assertOurs } from '../file/file-check.js';
import { isBare } from '../file/file-mark.js';
import { newestVersion, userVersion } from '../file/migrate.js';
import { hasPending, openReadOnly } from '../file/read-only-file.js';
import { checkEvents } from './check-events.js';
import { checkFile } from './check-file.js';
import { checkOrders } from './check-orders.js';
import type { CheckResult } from './check-result.js';
import { checkStock } from './check-stock.js';
import { checkUsage } from './check-usage.js';

/** A database open for a check. Nothing is written to it or beside it. */
export interface OpenedCheck {
  /** True for the schema of an earlier version: only the file itself can be checked before the upgrade. */
  readonly isEarlier: boolean;
  /** True for a copy without its write-ahead log: the last writes are missing. */
  readonly isBare: boolean;
  /** Runs all parts in one consistent view; `onProgress` counts the orders. */
  run(onProgress: (done: number, total: number) => void): Iterable<CheckResult>;
  close(): void;
}

/**
 * Opens a database to check it.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is no database of this program, or of a newer version
 */
export function openCheck(path: string): OpenedCheck {
  assertOurs(path, false);
  const hadLog = hasPending(path);
  const { database, close } = openReadOnly(path);
  const isEarlier = userVersion(database) < newestVersion();
  return {
    isEarlier,
    isBare: isBare(path, database, hadLog),
    run: (onProgress) => runParts(database, isEarlier, onProgress),
    close,
  };
}

function* runParts(
  database: Database,
  isEarlier: boolean,
  onProgress: (done: number, total: number) => void,
): Iterable<CheckResult> {
  database.exec('BEGIN');
  try {
    yield checkFile(database);
    if (isEarlier) return;
    yield checkOrders(database, onProgress);
    yield checkStock(database);
    yield checkUsage(database);
    yield checkEvents(database);
  } finally {
    database.exec('COMMIT');
  }
}
