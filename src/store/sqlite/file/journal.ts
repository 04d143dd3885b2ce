import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';

const RETRY_DELAY_MS = 5;
const TIMEOUT_MS = 5_000;

/**
 * Checkpoints the write-ahead log and empties it. Pages are zeroed when they become free (`secure_delete`), so no older
 * contents remain.
 * @throws PortalError `unavailable` if other connections keep reading from the log
 */
export async function emptyJournal(database: Database, before: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  do {
    await before();
    if (isEmptied(database.pragma('wal_checkpoint(TRUNCATE)'))) return;
    await sleep(RETRY_DELAY_MS);
  } while (performance.now() < deadline);
  throw new PortalError(
    'unavailable',
    'What was erased is still in the journal, which others are using; try again.',
    1,
  );
}

/** True if the log was emptied: SQLite returns `busy` 1 if a reader or writer prevented it. */
function isEmptied(result: unknown): boolean {
  const [row]: unknown[] = Array.isArray(result) ? result : [];
  return typeof row === 'object' && row !== null && 'busy' in row && row.busy === 0;
}
