import type { Processes, SignedLog, Store } from '../ports.js';
import type { OpenedCheck } from './check/check-result.js';
import type { CommitStats } from './commit-stats.js';
import type { DataMove } from './data-move.js';
import type { AuditOpening, OpenedAudit } from './log/opened-audit.js';
import type { RotationOptions, RotationResult } from './log/rotation.js';
import type { Comparison } from './move/comparison.js';
import type { MoveSteps } from './move/data-mover.js';
import type { MoveSide } from './move/side.js';
import { openCheck } from './sqlite/check/open-check.js';
import { type Compacted, compactFile } from './sqlite/file/compact.js';
import type { Environment } from './sqlite/file/disk-room.js';
import { listNeededMigrations } from './sqlite/file/needed-migrations.js';
import { type CopiedDatabase, copyDatabase } from './sqlite/file/online-copy.js';
import { rotateLogKey } from './sqlite/log/log-rotation.js';
import { openAudit } from './sqlite/log/open-audit.js';
import { SqliteStore } from './sqlite/sqlite-store.js';
import type { StoreOptions } from './store-options.js';

export type { CheckResult, OpenedCheck } from './check/check-result.js';
export type { OpenedAudit } from './log/opened-audit.js';
export type { RotationResult } from './log/rotation.js';
export type { Comparison as MovedData } from './move/comparison.js';
export type { CopiedDatabase } from './sqlite/file/online-copy.js';
export { finishCopy } from './sqlite/file/online-copy.js';
export { copySigned, restoreSigned } from './sqlite/log/restored-heads.js';
export type { StoreOptions } from './store-options.js';

/** The storage port on a database, with additional functions for the program that opened it. */
export interface OpenedStore extends Store {
  /**
   * Continues a log that does not extend its signed heads, with its present tree and under the log's next name
   * (docs/receipts-format.md, Epochs).
   * @throws LogRefusal if there is nothing to adopt, or the head of the log was changed
   */
  adoptLog(organizationId: string, now: number): Promise<SignedLog>;
  /**
   * Abandons a log that was lost together with its organization, so that it is no longer reported as missing. Returns
   * the number of leaves in its largest signed tree.
   * @throws LogRefusal if the organization exists, or its log is not in the signed heads
   */
  abandonLog(organizationId: string): Promise<number>;
  /**
   * Audits what was added to a log since the last call, and a part of the rest (docs/receipts-operate.md, The portal's
   * own audit). Returns the first fault as a sentence; `undefined` if there is none.
   * @param whole set to audit all leaves from the first one on; ends that audit with its reason
   */
  auditLog(organizationId: string, whole?: AbortSignal): Promise<string | undefined>;
  /** Name of the logs, the prefix of their origins. */
  readonly logName: string;
  /** Maintains a mark by which a copy of the file that was made without its write-ahead log can be recognized. */
  readonly fileMark: { keep(): void };
  /** PostgreSQL only: number of open connections, and of tasks waiting for one. */
  readonly connectionStats?: { readonly open: number; readonly waiting: number };
  /**
   * Must be called every few seconds, since a database may be moved while it is served.
   * @throws DatabaseFault `moved` if a move has closed the database or, on PostgreSQL, its log key was replaced
   */
  assertServing(): Promise<void>;
  /** PostgreSQL only: processes that share the database. */
  readonly processes?: Processes;
  /** Statistics of transactions, of the writes in them, and of the queue. */
  readonly commitStats: CommitStats;
}

/**
 * Opens a database: a file path selects SQLite, a URL PostgreSQL. Reads its secrets and the key of its logs.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version; the file is left
 * unchanged
 */
export async function openStore(database: string, options: StoreOptions): Promise<OpenedStore> {
  return isOnServer(database)
    ? (await loadPostgres()).PostgresStore.open(database, options)
    : SqliteStore.open(database, options);
}

/** Loads the engine on demand, since a process that uses a file does not need it. */
function loadPostgres() {
  return import('./postgres/postgres-store.js');
}

/**
 * Opens a database to check everything except its logs. Nothing is written to it or beside it.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export async function openDatabaseCheck(database: string): Promise<OpenedCheck> {
  if (!isOnServer(database)) return openCheck(database);
  const server = await import('./postgres/check/open-check.js');
  return server.openCheck(database);
}

/**
 * Returns the names of the migrations that a database needs, in order. Changes nothing.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export async function neededMigrations(database: string): Promise<readonly string[]> {
  return isOnServer(database) ? (await loadPostgres()).neededMigrations(database) : listNeededMigrations(database);
}

/**
 * Copies a database file in use, including all transactions committed before the start.
 * @throws Error if it cannot be read, the copy exists or cannot be written, or the copy is invalid
 * @throws DatabaseFault if it is not a database of this program, belongs to a newer version, or is a copy without its
 * write-ahead log
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
 * Opens a database to audit its logs. Nothing is written to it or beside it.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export async function openLogAudit(database: string, options: AuditOpening): Promise<OpenedAudit> {
  if (!isOnServer(database)) return openAudit(database, options);
  const server = await import('./postgres/log/open-audit.js');
  return server.openAudit(database, options);
}

/**
 * Replaces the key of a database's logs; no other process may have the database open (docs/receipts-operate.md, The
 * log's key).
 * @throws Error if it cannot be opened, the head of a log was changed, or the present key is needed and cannot be read
 */
export async function rotateLogs(database: string, options: RotationOptions): Promise<RotationResult> {
  if (!isOnServer(database)) return rotateLogKey(database, options);
  const server = await import('./postgres/rotate-log-key.js');
  return server.rotateLogKey(database, options);
}

/**
 * Rewrites a closed database file to free the space of deleted rows (docs/running.md, The size of the file). `env`
 * names the folder of temporary files.
 * @throws Error if another process has it open, the disk has too little room, or it cannot be written
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export function compactDatabase(database: string, env: Environment): Promise<Compacted> {
  assertFile(database, 'its own VACUUM does this');
  return compactFile(database, env);
}

/**
 * Copies a database to an empty one of the other engine (`moveData`). The portal can serve it until the last step.
 * `shown` formats a database's name for output. Returns the comparison, or `undefined` if the data was already moved.
 */
export async function moveDatabase(
  from: string,
  to: string,
  shown: (database: string) => string,
  steps: MoveSteps,
): Promise<Comparison | undefined> {
  const [source, { moveData }] = [await openSide(from, shown, false), await import('./move/data-mover.js')];
  try {
    const target = await openSide(to, shown, true);
    return await moveData(source, target, steps).finally(() => target.close());
  } finally {
    await source.close();
  }
}

/**
 * Reopens a database that a move has closed, and returns the move.
 * @throws Error if no move has closed it
 */
export async function reopenDatabase(database: string, shown: (database: string) => string): Promise<DataMove> {
  const [side, { reopen }] = [await openSide(database, shown, false), await import('./move/data-mover.js')];
  return reopen(side).finally(() => side.close());
}

/** Opens a database for a move. Loads the modules on demand, since only a move needs them. */
async function openSide(database: string, shown: (database: string) => string, create: boolean): Promise<MoveSide> {
  if (isOnServer(database))
    return (await import('./postgres/move/postgres-side.js')).PostgresSide.open(database, shown(database), create);
  return (await import('./sqlite/move/sqlite-side.js')).SqliteSide.open(database, create);
}

/**
 * True for a PostgreSQL URL, false for a file path.
 * @throws Error for any other URL
 */
export function isOnServer(database: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'postgres' || scheme === 'postgresql') return scheme !== undefined;
  throw new Error(
    `there is no engine for ${scheme}: name the path of a SQLite file, or a URL of PostgreSQL (postgres://…)`,
  );
}

/** @throws Error for a database on a server, suggesting an alternative */
function assertFile(database: string, instead: string): void {
  if (isOnServer(database))
    throw new Error(`this works on a database file. For a database on a server: ${instead} (docs/scaling.md)`);
}
