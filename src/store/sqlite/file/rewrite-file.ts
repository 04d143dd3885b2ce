import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { removeCopies } from './upgrade-copy.js';

/** How long it waits for the lock of other writers. Milliseconds. */
const WAIT = 10_000;

/** What runs in the thread, which has no modules of this program. */
const REWRITE = `
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
 * Writes every row of a file to new pages, so that none is free; from then on pages that become free can be given back. All or
 * nothing: the new pages go through the journal, in one transaction. A thread does it, so that this process goes on reading; whoever
 * writes waits for the lock, and with `EXCLUSIVE` whoever reads too.
 * @throws Error of the driver, such as when others hold the lock all the time, or there is no room for a second copy
 */
export async function rewriteFile(path: string, locking: 'NORMAL' | 'EXCLUSIVE'): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  await once(new Worker(REWRITE, { eval: true, workerData: { driver, path, timeout: WAIT, locking } }), 'exit');
}

/**
 * Takes what was removed out of the pages of a file, and removes the copies that were made before upgrades. SQLite zeroes what is removed (`secure_delete`). But where it has moved a row from
 * one page to another before, a copy may stay in the unused part of the first, and no later write zeroes that.
 * @throws PortalError `unavailable` when the file could not be written anew
 */
export async function forgetRemoved(path: string): Promise<void> {
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
