import type { Processes, SignedLog, Store } from '../ports.js';
import type { CommitStats } from './commit-stats.js';
import type { DataMove } from './data-move.js';
import type { AuditOpening, OpenedAudit } from './log/opened-audit.js';
import type { Rotated, RotationOptions } from './log/rotation.js';
import type { Compared } from './move/comparison.js';
import type { MoveSteps } from './move/data-mover.js';
import type { MoveSide } from './move/side.js';
import { type OpenedCheck, openCheck } from './sqlite/check/open-check.js';
import { type Compacted, compactFile } from './sqlite/file/compact.js';
import type { Environment } from './sqlite/file/disk-room.js';
import { migrationsFor } from './sqlite/file/needed-migrations.js';
import { type CopiedDatabase, copyDatabase } from './sqlite/file/online-copy.js';
import { rotateLogKey } from './sqlite/log/log-rotation.js';
import { openAudit } from './sqlite/log/open-audit.js';
import { SqliteStore } from './sqlite/sqlite-store.js';
import type { StoreOptions } from './store-options.js';

export type { OpenedAudit } from './log/opened-audit.js';
export type { Rotated } from './log/rotation.js';
export type { Compared as MovedData } from './move/comparison.js';
export type { Checked } from './sqlite/check/checked.js';
export type { OpenedCheck } from './sqlite/check/open-check.js';
export type { CopiedDatabase } from './sqlite/file/online-copy.js';
export { settleCopy } from './sqlite/file/online-copy.js';
export { copySigned, restoreSigned } from './sqlite/log/restored-heads.js';
export type { StoreOptions } from './store-options.js';

/** The storage port on a database, and what only the program that opened it uses. */
export interface OpenedStore extends Store {
  /**
   * Gives a log that does not continue what was signed its next name, with the tree that it has now (docs/receipts-format.md, Epochs).
   * @throws LogRefusal when there is nothing to adopt, or the head of the log was changed
   */
  adoptLog(organizationId: string, now: number): Promise<SignedLog>;
  /**
   * Gives up a log that is gone together with its organization, so that nobody misses it any more. Answers how many leaves of it
   * were signed.
   * @throws LogRefusal when there is such an organization, or nothing is known of its log
   */
  giveUpLog(organizationId: string): Promise<number>;
  /** Name of the logs: the beginning of their origins. */
  readonly logName: string;
  /** Keeps a copy of the file that is made without its write-ahead log recognizable. */
  readonly fileMark: { keep(): void };
  /** Of a database on a server: connections that are open, and the pieces of work that wait for one. */
  readonly connectionStats?: { readonly open: number; readonly waiting: number };
  /**
   * To be called every few seconds, since a database may be moved while it is served.
   * @throws DatabaseFault `moved` when it takes no writes any more, for good
   */
  assertServing(): Promise<void>;
  /** Of a database on a server: who else is on it. */
  readonly processes?: Processes;
  /** How many flushes carried how many jobs, and what waits. */
  readonly commitStats: CommitStats;
}

/**
 * Opens a database with the engine that its name asks for: the path of a file is SQLite, and a URL is PostgreSQL. Its secrets and
 * the key of its logs are read now.
 * @throws Error when it cannot be opened, with the reason
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version; the file is left unchanged
 */
export async function openStore(database: string, options: StoreOptions): Promise<OpenedStore> {
  return isOnServer(database)
    ? (await postgres()).PostgresStore.open(database, options)
    : SqliteStore.open(database, options);
}

/** A process on a file needs nothing of it. */
function postgres() {
  return import('./postgres/postgres-store.js');
}

/**
 * Opens a database to check all of it but its logs. Nothing is written, neither to it nor beside it.
 * @throws Error when it cannot be opened, with the reason
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export function openDatabaseCheck(database: string): OpenedCheck {
  assertFile(database, 'check the tables with pg_amcheck');
  return openCheck(database);
}

/**
 * The names of the migrations that a database needs, in their order; nothing is changed.
 * @throws Error when it cannot be opened, with the reason
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export async function neededMigrations(database: string): Promise<readonly string[]> {
  return isOnServer(database) ? (await postgres()).neededMigrations(database) : migrationsFor(database);
}

/**
 * Copies a database while others read and write it, with all that was committed when this began.
 * @throws Error when it cannot be read, the copy exists or cannot be written, or the copy is not valid
 * @throws DatabaseFault when it is not a database of this program, one of a newer version, or a copy without its write-ahead log
 */
export async function copyOf(
  database: string,
  copy: string,
  onProgress: (done: number, total: number) => void,
): Promise<CopiedDatabase> {
  assertFile(database, 'copy it with pg_dump');
  return copyDatabase(database, copy, onProgress);
}

/**
 * Opens a database to audit its logs. Nothing is written, neither to it nor beside it.
 * @throws Error when it cannot be opened, with the reason
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export async function openLogAudit(database: string, options: AuditOpening): Promise<OpenedAudit> {
  if (!isOnServer(database)) return openAudit(database, options);
  const server = await import('./postgres/log/open-audit.js');
  return server.openAudit(database, options);
}

/**
 * Replaces the key of a database's logs, which nobody else may have open (docs/receipts-operate.md, The log's key).
 * @throws Error when it cannot be opened, the head of a log was changed, or the present key is needed and cannot be read
 */
export async function rotateLogs(database: string, options: RotationOptions): Promise<Rotated> {
  if (!isOnServer(database)) return rotateLogKey(database, options);
  const server = await import('./postgres/rotate-log-key.js');
  return server.rotateLogKey(database, options);
}

/**
 * Writes a database that nobody else has open anew, without the space that removed rows have left (docs/running.md, The size of the
 * file). `env` names the folder of temporary files.
 * @throws Error when somebody else has it open, there is too little room on the disk, or it cannot be written
 * @throws DatabaseFault when it is not a database of this program, or one of a newer version
 */
export function compactDatabase(database: string, env: Environment): Promise<Compacted> {
  assertFile(database, 'its own VACUUM does this');
  return compactFile(database, env);
}

/**
 * Copies a database to an empty one of the other engine, while it serves until the last step (`moveData`). `shown` = how a database
 * is told to people. Answers what was compared; undefined = the data was moved before.
 */
export async function moveDatabase(
  from: string,
  to: string,
  shown: (database: string) => string,
  steps: MoveSteps,
): Promise<Compared | undefined> {
  const [source, { moveData }] = [await openSide(from, shown, false), await import('./move/data-mover.js')];
  try {
    const target = await openSide(to, shown, true);
    return await moveData(source, target, steps).finally(() => target.close());
  } finally {
    await source.close();
  }
}

/**
 * Makes a database serve again that a move has closed; answers what it was part of.
 * @throws Error when no move has closed it
 */
export async function reopenDatabase(database: string, shown: (database: string) => string): Promise<DataMove> {
  const [side, { reopen }] = [await openSide(database, shown, false), await import('./move/data-mover.js')];
  return reopen(side).finally(() => side.close());
}

/** A move needs what no other process does. */
async function openSide(database: string, shown: (database: string) => string, create: boolean): Promise<MoveSide> {
  if (isOnServer(database))
    return (await import('./postgres/move/postgres-side.js')).PostgresSide.open(database, shown(database), create);
  return (await import('./sqlite/move/sqlite-side.js')).SqliteSide.open(database, create);
}

/** @throws Error for a URL that is not one of PostgreSQL */
export function isOnServer(database: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'postgres' || scheme === 'postgresql') return scheme !== undefined;
  throw new Error(
    `there is no engine for ${scheme}: name the path of a SQLite file, or a URL of PostgreSQL (postgres://…)`,
  );
}

/** @throws Error for a database on a server, with what to do there instead */
function assertFile(database: string, instead: string): void {
  if (isOnServer(database))
    throw new Error(`this works on a database file. For a database on a server: ${instead} (docs/scaling.md)`);
}
