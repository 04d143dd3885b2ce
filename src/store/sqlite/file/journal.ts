import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';

/** Wait between two tries. Milliseconds. */
const RETRY = 5;
/** How long it is tried, however long one try waits for writers. Milliseconds. */
const DEADLINE = 5_000;

/**
 * Moves the write-ahead log into the file and empties it. Free pages of the file are zeroed as they become free
 * (`secure_delete`), so older contents are then nowhere.
 * @throws PortalError `unavailable` when other connections read from the log all the time
 */
export async function emptyJournal(database: Database, before: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + DEADLINE;
  do {
    await before();
    if (isEmptied(database.pragma('wal_checkpoint(TRUNCATE)'))) return;
    await sleep(RETRY);
  } while (performance.now() < deadline);
  throw new PortalError(
    'unavailable',
    'What was erased is still in the journal, which others are using; try again.',
    1,
  );
}

/** SQLite answers `busy` 1 when a reader or writer kept it from emptying the log. */
function isEmptied(result: unknown): boolean {
  const [row]: unknown[] = Array.isArray(result) ? result : [];
  return typeof row === 'object' && row !== null && 'busy' in row && row.busy === 0;
}
