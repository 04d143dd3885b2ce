import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import DatabaseConstructor, { type Database } from 'better-sqlite3';
import { assertSound } from './assert-sound.js';
import { isBusy } from './driver-errors.js';
import { assertOurs } from './file-check.js';
import { assertNotBare } from './file-mark.js';
import { migrate, newestVersion, userVersion } from './migrate.js';
import { addMigrationFunctions } from './migration-functions.js';
import { assertWritable, withNamedFaults } from './open-faults.js';
import { hasPending } from './read-only-file.js';
import { copyBeforeUpgrade, removeOldCopies } from './upgrade-copy.js';

/** Maximum wait for a lock inside the driver, which blocks the event loop. */
const DRIVER_LOCK_TIMEOUT_MS = 2;
/** Maximum wait for a lock while opening, before requests are served. */
const OPENING_LOCK_TIMEOUT_MS = 10_000;
/** Journal pages after which a bulk write checkpoints, long before another writer would have to checkpoint. */
const BULK_CHECKPOINT_PAGES = 2_000;
const WAL_RETRY_DELAY_MS = 10;
/** Half of the driver's default. The operating system caches the file too, so a smaller cache costs few reads. */
const PAGE_CACHE_KIB = 8_000;

interface OpeningOptions {
  readonly create: boolean;
  readonly upgradeCopy?: boolean | undefined;
  readonly onUpgrade?: ((step: string) => void) | undefined;
}

interface OpenedDatabase {
  readonly database: Database;
  readonly schemaBefore: number;
}

/**
 * Opens a database file with the settings that every connection has. Migrates an older file, after copying it unless
 * `upgradeCopy` is false. Returns the connection, and the schema version from before the migration.
 * @throws Error if there is no database and `create` is false
 * @throws DatabaseFault if the file is something else, a copy without its write-ahead log, damaged, or cannot be
 * written; its data stays intact
 */
export function openDatabase(path: string, options: OpeningOptions): OpenedDatabase {
  return withNamedFaults(path, () => {
    assertOurs(path, options.create);
    assertWritable(path);
    return openFile(path, options);
  });
}

function openFile(path: string, options: OpeningOptions): OpenedDatabase {
  makeFolder(dirname(path));
  const isNew = !existsSync(path);
  const hadLog = !isNew && hasPending(realpathSync(path));
  const database = new DatabaseConstructor(path, { timeout: OPENING_LOCK_TIMEOUT_MS });
  // The file holds addresses and secrets; SQLite gives the files beside it the same mode.
  if (isNew) chmodSync(path, 0o600);
  try {
    const schemaBefore = userVersion(database);
    assertNotBare(path, database, hadLog);
    applySettings(database);
    assertSound(path, database);
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

/** True if the file has an organization. A file that another process is just creating has none. */
function isInUse(database: Database): boolean {
  return database.prepare('SELECT 1 FROM organization LIMIT 1').get() !== undefined;
}

/**
 * Creates a folder with its parents. Node's recursive mkdir never returns if creating an entry fails with ENOENT (below
 * /proc).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function applySettings(database: Database): void {
  beginWriteAheadLog(database);
  syncEachCommit(database);
  // A page that is written many times reaches the file only once; the WAL stays below about 16 MB.
  database.pragma('wal_autocheckpoint = 4000');
  database.pragma('foreign_keys = ON');
  // Erased data (docs/running.md, Retention) must not stay readable in the pages of the file.
  database.pragma('secure_delete = ON');
  addMigrationFunctions(database);
}

/**
 * Migrates without zeroing freed pages: a migration may free half of a file, and zeroing would write all of it to the
 * journal. The freed pages hold copies of rows that still exist, and erasing a person rewrites the whole file.
 */
function migrateWithoutZeroing(database: Database, onStep?: (name: string) => void): void {
  database.pragma('secure_delete = FAST');
  migrate(database, onStep);
  database.pragma('secure_delete = ON');
}

/**
 * Retries the switch to write-ahead logging, which SQLite rejects immediately while another process writes, regardless
 * of the timeout. This happens when two processes create the same file.
 */
function beginWriteAheadLog(database: Database): void {
  database.pragma('busy_timeout = 0');
  const deadline = performance.now() + OPENING_LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      configureVacuum(database);
      database.pragma('journal_mode = WAL');
      database.pragma(`busy_timeout = ${OPENING_LOCK_TIMEOUT_MS}`);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_RETRY_DELAY_MS);
    }
  }
}

/** Lets a new file return freed pages in slices. An older file does so after its next rewrite (rewrite-file.ts). */
function configureVacuum(database: Database): void {
  if (database.pragma('page_count', { simple: true }) === 0) database.pragma('auto_vacuum = INCREMENTAL');
}

/**
 * Limits waiting for a lock to a few milliseconds: waiting in the driver blocks the event loop, so the store waits
 * asynchronously. Also limits the cached pages, of which a migration may need more.
 *
 * The copies of pages with which SQLite could undo a savepoint or a statement stay in memory. By default it writes them
 * to a temporary file as soon as they exceed 64 KB, which a savepoint of a few receipts does. No query that the store
 * serves sorts so many rows that it needs a temporary file.
 */
export function prepareToServe(database: Database): void {
  database.pragma(`busy_timeout = ${DRIVER_LOCK_TIMEOUT_MS}`);
  database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  database.pragma('temp_store = MEMORY');
}

/** Makes each COMMIT return only after its data is on disk. */
export function syncEachCommit(database: Database): void {
  database.pragma('synchronous = FULL');
}

/**
 * Makes a COMMIT return before its data is on disk; the next synced commit flushes it. Also makes checkpoints more
 * frequent.
 */
export function writeWithoutSync(database: Database): void {
  database.pragma('synchronous = NORMAL');
  database.pragma(`wal_autocheckpoint = ${BULK_CHECKPOINT_PAGES}`);
}
