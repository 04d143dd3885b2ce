import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { removeCopies } from './upgrade-copy.js';

const LOCK_TIMEOUT_MS = 10_000;

/** Source of the worker thread, which imports no modules of this program. */
const WORKER_SOURCE = `
const { driver, path, timeout, locking } = require('node:worker_threads').workerData;
const Database = require(driver);
const database = new Database(path, { timeout, fileMustExist: true });
database.pragma('locking_mode = ' + locking);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.pragma('auto_vacuum = INCREMENTAL');
database.exec('VACUUM');
database.pragma('wal_checkpoint(TRUNCATE)');
database.close();
`;

/**
 * Writes every row of a file to new pages, so that no page is free; pages freed later can then be returned. Since the
 * new pages go through the journal in one transaction, a failure leaves the file unchanged. Runs in a thread, so that
 * this process can still read. Writers wait for the lock; with `EXCLUSIVE`, readers wait too.
 * @throws Error of the driver, for example if others keep the lock, or there is no room for a second copy
 */
export async function rewriteFile(path: string, locking: 'NORMAL' | 'EXCLUSIVE'): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  await once(
    new Worker(WORKER_SOURCE, { eval: true, workerData: { driver, path, timeout: LOCK_TIMEOUT_MS, locking } }),
    'exit',
  );
}

/**
 * Removes deleted data from the pages of a file, and deletes the copies made before upgrades. SQLite zeroes deleted
 * rows (`secure_delete`). But if it had moved a row to another page before, a copy may remain in the unused part of the
 * old page, which later writes do not zero.
 * @throws PortalError `unavailable` if the file could not be rewritten
 */
export async function purgeDeleted(path: string): Promise<void> {
  removeCopies(path);
  try {
    await rewriteFile(path, 'NORMAL');
  } catch (cause) {
    const refusal = new PortalError(
      'unavailable',
      'What was erased may still be in unused parts of the file; try again.',
      1,
    );
    throw Object.assign(refusal, { cause });
  }
}
