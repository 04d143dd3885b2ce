import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { isBusy } from './driver-errors.js';
import { assertOurs } from './file-check.js';
import { assertNotBare } from './file-mark.js';
import { migrate, newestVersion, userVersion } from './migrate.js';
import { addMigrationFunctions } from './migration-functions.js';
import { hasPending } from './read-only-file.js';
import { copyBeforeUpgrade, removeOldCopies } from './upgrade-copy.js';

/** How long the driver itself waits for a lock, blocking the event loop. Milliseconds. */
const DRIVER_WAIT = 2;
/** The same while opening, when no requests are served yet. Milliseconds. */
const OPENING_WAIT = 10_000;
/** Pages in the journal at which a long work writes them back itself, long before others have to. */
const BULK_CHECKPOINT = 2_000;
/** Between two attempts to begin with write-ahead logging. Milliseconds. */
const NEXT_ATTEMPT = 10;

interface OpeningOptions {
  readonly create: boolean;
  readonly upgradeCopy?: boolean | undefined;
  readonly onUpgrade?: ((step: string) => void) | undefined;
}

/**
 * Opens a database file with the settings every connection must have, and migrates it, after a copy was made beside it; answers its schema version before that.
 * @throws Error when there is no database and `create` is false
 * @throws DatabaseFault when the file is something else, or was copied without its write-ahead log; it is left unchanged
 */
export function openDatabase(
  path: string,
  options: OpeningOptions,
): { readonly database: Database; readonly schemaBefore: number } {
  assertOurs(path, options.create);
  makeFolder(dirname(path));
  const isNew = !existsSync(path);
  const hadLog = !isNew && hasPending(realpathSync(path));
  const database = new DatabaseConstructor(path, { timeout: OPENING_WAIT });
  // The file holds addresses and secrets; SQLite gives the files beside it the same mode.
  if (isNew) chmodSync(path, 0o600);
  try {
    const schemaBefore = userVersion(database);
    assertNotBare(path, database, hadLog);
    prepare(database);
    const isOld = schemaBefore > 0 && schemaBefore < newestVersion();
    const onStep = isOld ? options.onUpgrade : undefined;
    if (isOld && isInUse(database) && options.upgradeCopy !== false) {
      onStep?.('copy');
      copyBeforeUpgrade(path, database, newestVersion());
    }
    migrateWithoutZeroing(database, onStep);
    removeOldCopies(path, Date.now());
    return { database, schemaBefore };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** False also for a file that another process is creating at the moment. */
function isInUse(database: Database): boolean {
  return database.prepare('SELECT 1 FROM organization LIMIT 1').get() !== undefined;
}

/** With the folders above it. Node's recursive mkdir never returns where a new entry is refused with ENOENT (below /proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function prepare(database: Database): void {
  beginWriteAheadLog(database);
  syncEachCommit(database);
  // A page that is written many times goes to the file once; the WAL stays below about 16 MB.
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('foreign_keys = ON');
  // What is erased (docs/running.md, What is kept) must not stay readable in the pages of the file.
  database.pragma('secure_delete = ON');
  addMigrationFunctions(database);
}

/**
 * A migration may free half of a file, which would all go through the journal to be zeroed. What these pages hold is of rows that
 * are still there; a person's erasure writes the whole file anew.
 */
function migrateWithoutZeroing(database: Database, onStep?: (name: string) => void): void {
  database.pragma('secure_delete = FAST');
  migrate(database, onStep);
  database.pragma('secure_delete = ON');
}

/**
 * While another process writes to a file that has no write-ahead log yet, SQLite refuses to begin one at once, whatever
 * the timeout: two processes that create one file meet here.
 */
function beginWriteAheadLog(database: Database): void {
  database.pragma('busy_timeout = 0');
  const deadline = performance.now() + OPENING_WAIT;
  for (;;) {
    try {
      setUpPages(database);
      database.pragma('journal_mode = WAL');
      database.pragma(`busy_timeout = ${OPENING_WAIT}`);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NEXT_ATTEMPT);
    }
  }
}

/** A new file gives freed pages back, in slices; an older one from when it is written anew (rewrite-file.ts). */
function setUpPages(database: Database): void {
  if (database.pragma('page_count', { simple: true }) === 0) database.pragma('auto_vacuum = INCREMENTAL');
}

/** From now on the store waits for locks asynchronously, since waiting in the driver blocks the event loop. */
export function serveWithoutBlocking(database: Database): void {
  database.pragma(`busy_timeout = ${DRIVER_WAIT}`);
}

/** A COMMIT returns after the disk has it. */
export function syncEachCommit(database: Database): void {
  database.pragma('synchronous = FULL');
}

/** A COMMIT is in the journal, which the next one that waits for the disk takes there; the journal is written back more often. */
export function writeWithoutSync(database: Database): void {
  database.pragma('synchronous = NORMAL');
  database.pragma(`wal_autocheckpoint = ${BULK_CHECKPOINT}`);
}
