import type { Database } from 'better-sqlite3';
import { PortalError } from '../../../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../../../domain/errors/retry-after.js';
import { type Decision, MAX_TRIES, StoreConflict, type Write } from '../../../ports.js';
import { CommitStats } from '../../commit-stats.js';
import { toCallerError } from '../../unavailable.js';
import { WriteHealth } from '../../write-health.js';
import { isBusy, isConstraint, isSqliteError } from '../file/driver-errors.js';
import { rollBack } from '../file/roll-back.js';

/** Maximum number of jobs in one transaction; the others wait for the next. */
const MAX_BATCH = 256;
/** Milliseconds for which a batch waits while each turn of the event loop brings further jobs. */
const MAX_GATHERING_MS = 4;
/** Milliseconds after which a batch starts no further job, so that no turn of the event loop is long. */
const MAX_BATCH_MS = 12;
/** Milliseconds that a job waits for another process's lock before it is rejected. */
const LOCK_TIMEOUT_MS = 10_000;

interface Job {
  /** Runs the decision. Returns its writes, and a function to resolve the job once they are durable. */
  readonly decide: () => { readonly writes: readonly Write[]; readonly resolve: Report };
  readonly reject: (error: unknown) => void;
  readonly queued_at: number;
  /** Number of runs that lost to a concurrent write. */
  readonly tries: number;
}

/** The unit in which failed writes are rolled back: the transaction, or each job within a savepoint. */
type Undo = 'together' | 'by job';

/** Thrown if a job's writes cannot be undone alone, so that the transaction has to be rolled back. */
class PartlyWritten extends Error {
  override readonly name = 'PartlyWritten';
}

/** Reports the result of a job to its caller. */
type Report = () => void;

interface BatchHooks {
  /** Called before the transaction begins. */
  readonly beforeBegin: () => void;
  /** Called within the transaction, before the first job. */
  readonly onBegin: () => void;
}

/** Performs the writes of a batch's jobs. */
interface BatchWriter {
  /** @throws StoreConflict if a guard fails */
  apply(write: Write): void;
  /**
   * Writes the rows that were left for the end: those of all jobs before the COMMIT, or those of one job before
   * `onApplied`, so that its savepoint contains them.
   */
  writeRowsAtEnd(): void;
  /** Called after all writes of a job. */
  onApplied(): void;
  /**
   * Called when the writes of a job are rolled back: alone, once the rows of earlier jobs are written, or with those of
   * all jobs.
   */
  onRollback(): void;
  /** Called after the last job, to write the heads of logs that all jobs share. */
  beforeCommit(): void;
  /** Called after the COMMIT. */
  onCommit(): void;
  /** Called after the transaction, committed or not. */
  onEnd(): void;
}

/**
 * Runs waiting jobs in one `BEGIN IMMEDIATE … COMMIT`; each job's writes are applied completely or not at all. No
 * caller gets a result before the COMMIT has returned, so nothing is acknowledged before it is durable, and one disk
 * flush serves many writes.
 */
export class GroupCommit {
  readonly stats = new CommitStats(MAX_BATCH, () => this.waiting());
  readonly health = new WriteHealth();
  private readonly database: Database;
  private readonly hooks: BatchHooks;
  private readonly writer: BatchWriter;
  private readonly begin;
  private readonly commit;
  private readonly savepoint;
  private readonly undo;
  private readonly keep;
  private queue: Job[] = [];
  private armed = false;
  /** True if a job of the batch has written. */
  private wrote = false;
  private idle: (() => void)[] = [];

  constructor(database: Database, writer: BatchWriter, hooks: BatchHooks) {
    this.database = database;
    this.writer = writer;
    this.hooks = hooks;
    this.begin = database.prepare('BEGIN IMMEDIATE');
    this.commit = database.prepare('COMMIT');
    this.savepoint = database.prepare('SAVEPOINT job');
    this.undo = database.prepare('ROLLBACK TO job');
    this.keep = database.prepare('RELEASE job');
  }

  /** Resolves with the decision's result, after its writes are on disk. */
  submit<R>(decide: () => Decision<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const run = () => {
        const { writes, result } = decide();
        return { writes, resolve: () => resolve(result) };
      };
      this.queue.push({ decide: run, reject, queued_at: performance.now(), tries: 0 });
      this.arm();
    });
  }

  /** Runs a job other than a decision in a transaction. */
  run(job: () => void): Promise<void> {
    return this.submit(() => ({ writes: [], result: job() }));
  }

  /** Resolves when no job is waiting and no transaction is open. */
  async rest(): Promise<void> {
    await this.whenDrained();
    this.hooks.beforeBegin();
  }

  private whenDrained(): Promise<void> {
    if (this.queue.length === 0 && !this.armed) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private arm(): void {
    if (this.armed) return;
    this.armed = true;
    this.gather(this.queue.length, performance.now() + MAX_GATHERING_MS);
  }

  /** Flushes after the first turn of the event loop that brings no further job, so a lone job waits for no other. */
  private gather(seen: number, until: number): void {
    setImmediate(() => {
      const { length } = this.queue;
      if (length > seen && length < MAX_BATCH && performance.now() < until) this.gather(length, until);
      else this.flush();
    });
  }

  private flush(): void {
    const batch = this.queue.splice(0, MAX_BATCH);
    const began = performance.now();
    const reports = this.runBatch(batch);
    if (reports === 'busy') {
      this.retryLater(batch);
      return;
    }
    this.armed = false;
    this.queue.unshift(...batch.slice(reports.length));
    this.stats.record(reports.length, performance.now() - began, reports.length < batch.length);
    for (const report of reports) report();
    if (this.queue.length > 0) this.arm();
    else for (const done of this.idle.splice(0)) done();
  }

  private waiting() {
    const [oldest] = this.queue;
    return { jobs: this.queue.length, oldest: oldest ? performance.now() - oldest.queued_at : 0 };
  }

  /**
   * Runs a batch without savepoints first, since SQLite copies each page that a savepoint changes. In the rare case that
   * a job fails after it has written, all jobs are rolled back; if there are several, each runs again in a savepoint.
   */
  private runBatch(batch: readonly Job[]): Report[] | 'busy' {
    const reports = this.tryBatch(batch, 'together');
    return reports === 'undone' ? this.tryBatch(batch, 'by job') : reports;
  }

  private tryBatch(batch: readonly Job[], undo: 'together'): Report[] | 'busy' | 'undone';
  private tryBatch(batch: readonly Job[], undo: 'by job'): Report[] | 'busy';
  private tryBatch(batch: readonly Job[], undo: Undo): Report[] | 'busy' | 'undone' {
    try {
      this.hooks.beforeBegin();
      rollBack(this.database);
      this.begin.run();
    } catch (error) {
      return isBusy(error) ? 'busy' : this.handleFailure(batch, error);
    }
    try {
      this.hooks.onBegin();
      this.wrote = false;
      const reports = this.runJobs(batch, undo);
      if (undo === 'together') this.writeRowsOfAll();
      this.writer.beforeCommit();
      this.commit.run();
      this.writer.onCommit();
      if (this.wrote) this.health.recordSuccess();
      this.stats.flushes += 1;
      this.stats.jobs += reports.length;
      return reports;
    } catch (error) {
      rollBack(this.database);
      if (!(error instanceof PartlyWritten)) return this.handleFailure(batch, error);
      return batch.length > 1 ? 'undone' : batch.map((job) => this.failed(job, error.cause));
    } finally {
      this.writer.onEnd();
    }
  }

  private handleFailure(batch: readonly Job[], error: unknown): Report[] {
    this.health.recordFailure(toCallerError(error, isSqliteError));
    return batch.map((job) => () => job.reject(toCallerError(error, isSqliteError)));
  }

  /** Runs the first jobs of a batch: as many as can start in time, but at least one. */
  private runJobs(batch: readonly Job[], undo: Undo): Report[] {
    const until = performance.now() + MAX_BATCH_MS;
    const reports: Report[] = [];
    for (const job of batch) {
      reports.push(this.runJob(job, undo));
      if (performance.now() >= until) break;
    }
    return reports;
  }

  /** @throws PartlyWritten if a row is refused, since nobody knows whose it is */
  private writeRowsOfAll(): void {
    try {
      this.writer.writeRowsAtEnd();
    } catch (error) {
      if (!this.database.inTransaction || !isConstraint(error)) throw error;
      throw new PartlyWritten('a row of a job was refused before the commit', { cause: error });
    }
  }

  private runJob(job: Job, undo: Undo): Report {
    try {
      const { writes, resolve } = job.decide();
      if (writes.length > 0) this.applyAll(writes, undo);
      this.wrote ||= writes.length > 0;
      return resolve;
    } catch (error) {
      // SQLite has rolled back the transaction (disk full, I/O error), so the whole batch is lost.
      if (!this.database.inTransaction || error instanceof PartlyWritten) throw error;
      return this.failed(job, error);
    }
  }

  private failed(job: Job, error: unknown): Report {
    if (isSqliteError(error) && !isConstraint(error)) this.health.recordFailure(toCallerError(error, isSqliteError));
    return () => this.refuse(job, error);
  }

  /** If a guard failed, queues the job to run again on the rows of the next transaction; otherwise rejects it. */
  private refuse(job: Job, error: unknown): void {
    const tries = job.tries + 1;
    if (error instanceof StoreConflict && tries < MAX_TRIES) this.queue.push({ ...job, tries });
    else job.reject(toCallerError(error, isSqliteError));
  }

  /** @throws PartlyWritten if a write fails and the job cannot be undone alone */
  private applyAll(writes: readonly Write[], undo: Undo): void {
    if (undo === 'by job') this.savepoint.run();
    try {
      for (const write of writes) this.writer.apply(write);
      if (undo === 'by job') this.writer.writeRowsAtEnd();
      this.writer.onApplied();
    } catch (error) {
      this.writer.onRollback();
      if (!this.database.inTransaction) throw error;
      if (undo === 'together') throw new PartlyWritten('a job failed after it had written', { cause: error });
      this.undo.run();
      throw error;
    } finally {
      if (undo === 'by job' && this.database.inTransaction) this.keep.run();
    }
  }

  /** Called when another process holds the lock: retries the batch after a short wait that does not block. */
  private retryLater(batch: readonly Job[]): void {
    this.stats.busy += 1;
    const now = performance.now();
    const late = batch.filter((job) => now - job.queued_at > LOCK_TIMEOUT_MS);
    const busy = () => new PortalError('unavailable', 'The database is busy; try again.', RETRY_AFTER);
    if (late.length > 0) this.health.recordFailure(busy());
    for (const job of late) job.reject(busy());
    this.queue = [...batch.filter((job) => now - job.queued_at <= LOCK_TIMEOUT_MS), ...this.queue];
    setTimeout(() => this.flush(), 0.5 + Math.random() * 1.5);
  }
}
