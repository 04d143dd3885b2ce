import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { removeCopies } from './upgrade-copy.js';

/** How long it waits for the lock of other writers. Milliseconds. */
const WAIT = 10_000;

/** What runs in the thread, which has no modules of this program. */
const REWRITE = `
const { driver, path, timeout } = require('node:worker_threads').workerData;
const Database = require(driver);
const database = new Database(path, { timeout, fileMustExist: true });
database.exec('VACUUM');
database.pragma('wal_checkpoint(TRUNCATE)');
database.close();
`;

/**
 * Writes every row of a file to new pages, and removes the copies that were made before upgrades. SQLite zeroes what is removed (`secure_delete`). But where it has moved a row from
 * one page to another before, a copy may stay in the unused part of the first, and no later write zeroes that. A thread does
 * it, so that this process goes on reading; whoever writes waits for the lock.
 * @throws PortalError `unavailable` when others hold the lock all the time, or there is no room for a second copy
 */
export async function rewriteFile(path: string): Promise<void> {
  removeCopies(path);
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  try {
    await once(new Worker(REWRITE, { eval: true, workerData: { driver, path, timeout: WAIT } }), 'exit');
  } catch (cause) {
    const refusal = new PortalError(
      'unavailable',
      'What was erased may still be in unused parts of the file; try again.',
      1,
    );
    throw Object.assign(refusal, { cause });
  }
}
