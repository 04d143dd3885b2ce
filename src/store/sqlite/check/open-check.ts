import type { Database } from 'better-sqlite3';
import { assertOurs } from '../file/file-check.js';
import { isBare } from '../file/file-mark.js';
import { newestVersion, userVersion } from '../file/migrate.js';
import { hasPending, readOnlyFile } from '../file/read-only-file.js';
import type { Checked } from './checked.js';
import { checkedEvents } from './checked-events.js';
import { checkedFile } from './checked-file.js';
import { checkedOrders } from './checked-orders.js';
import { checkedStock } from './checked-stock.js';
import { checkedUsage } from './checked-usage.js';

/** A database open for a check. Nothing is written to it or beside it. */
export interface OpenedCheck {
  /** True for the schema of an earlier version: only the file itself can be checked before the upgrade. */
  readonly isEarlier: boolean;
  /** True for a copy without its write-ahead log: the last writes are missing. */
  readonly isBare: boolean;
  /** Runs all parts in one consistent view; `onProgress` counts the orders. */
  run(onProgress: (done: number, total: number) => void): Iterable<Checked>;
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
  const { database, close } = readOnlyFile(path);
  const isEarlier = userVersion(database) < newestVersion();
  return {
    isEarlier,
    isBare: isBare(path, database, hadLog),
    run: (onProgress) => parts(database, isEarlier, onProgress),
    close,
  };
}

function* parts(
  database: Database,
  isEarlier: boolean,
  onProgress: (done: number, total: number) => void,
): Iterable<Checked> {
  database.exec('BEGIN');
  try {
    yield checkedFile(database);
    if (isEarlier) return;
    yield checkedOrders(database, onProgress);
    yield checkedStock(database);
    yield checkedUsage(database);
    yield checkedEvents(database);
  } finally {
    database.exec('COMMIT');
  }
}
