import type { Decision, Rows } from '../../../ports.js';
import { CommitStats } from '../../commit-stats.js';
import { WriteHealth } from '../../write-health.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import { PAUSE_WITHOUT_SCOPE_MS } from '../connection/write-locks.js';
import { isLost, isUnable, isWorthATry } from './after-fault.js';
import { Batch, type BatchQueue } from './batch.js';
import type { LogRules } from './draft.js';
import { Gathering } from './gathering.js';
import { isConflict, type Job, settle, toDecisionError } from './job.js';
import { JobQueue, MAX_BATCH } from './job-queue.js';
import { LockWait } from './lock-wait.js';
import { UnknownOutcome } from './unknown-outcome.js';
import { Writer } from './writer.js';

/**
 * Maximum number of write transactions per process. Only one works at a time, so that jobs that wait meanwhile enlarge
 * the next; the others wait for locks.
 */
const WRITERS = 4;
/**
 * Milliseconds for which a job is retried after conflicts, or without a connection. Doubled for a job that runs alone
 * after its batch has failed.
 */
const JOB_TIMEOUT_MS = 10_000;

/** Notified of the effects that committed transactions had on logs. */
interface LogListener {
  onBegun(organizationIds: readonly string[]): void;
  onGrown(organizationId: string): void;
}

/** Runs waiting decisions in batches. No caller gets a result before the server has confirmed the commit. */
export class Commits {
  readonly stats = new CommitStats(MAX_BATCH, () => this.waiting());
  readonly health = new WriteHealth();
  private readonly rules: LogRules;
  private readonly news: LogListener;
  private readonly free: Writer[];
  private readonly writers: readonly Writer[];
  private readonly queue = new JobQueue();
  private readonly gathering = new Gathering(() => {
    if (this.queue.length > 0) this.arm();
  });
  /** Batches in a transaction, and how many of them are not waiting for locks. */
  private readonly running = new Set<Batch>();
  private busy = 0;
  private isArmed = false;
  /** True while a batch is retried because no server is reachable. */
  private isRetrying = false;
  private idle: (() => void)[] = [];

  constructor(connections: Connections, rules: LogRules, news: LogListener) {
    this.rules = rules;
    this.news = news;
    // One connection remains for reads.
    const count = Math.max(1, Math.min(WRITERS, connections.max - 1));
    this.writers = Array.from({ length: count }, () => new Writer(connections));
    this.free = [...this.writers];
  }

  /**
   * Resolves with the decision's result, after its writes are durable. `scope`: name of the rows to which the decision
   * is limited; undefined for all rows.
   */
  submit<R>(decide: (rows: Rows) => Decision<R>, scope?: string): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      let result: { readonly is: R } | undefined;
      const run = (rows: Rows) => {
        const decision = decide(rows);
        result = { is: decision.result };
        return decision;
      };
      const resolved = () => (result ? resolve(result.is) : reject(new Error('a decision was not run')));
      this.queue.push({
        decide: run,
        scope,
        resolve: resolved,
        reject,
        queued_at: performance.now(),
        tries: 0,
      });
      this.arm();
    });
  }

  /** Resolves when no job is waiting. */
  whenDrained(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  /** Must not be called before the last job has ended. */
  async close(): Promise<void> {
    await Promise.all(this.writers.map((writer) => writer.close()));
  }

  /** True if a new job would queue behind others that wait for a server. */
  get isWithoutServer(): boolean {
    return this.isRetrying || this.writers.some(({ isAsking }) => isAsking);
  }

  private get isIdle(): boolean {
    return this.queue.length === 0 && !this.isArmed && this.free.length === this.writers.length;
  }

  /** State of the queue, which has only jobs that are not in a transaction yet. */
  private waiting() {
    const { length, oldest } = this.queue;
    return { jobs: length, oldest: oldest ? performance.now() - oldest.queued_at : 0 };
  }

  /** Groups the decisions of one turn of the event loop. */
  private arm(): void {
    if (this.isArmed) return;
    this.isArmed = true;
    setImmediate(() => {
      this.isArmed = false;
      this.begin();
    });
  }

  private begin(): void {
    while (this.queue.length > 0 && this.busy === 0 && !this.gathering.holdsBack(this.queue)) {
      const writer = this.free.pop();
      if (!writer) return;
      const jobs = this.queue.takeBatch([...this.running].map(({ scopes }) => scopes));
      if (jobs.length === 0) return void this.free.push(writer);
      void this.runAll(writer, jobs).finally(() => {
        this.free.push(writer);
        if (this.queue.length > 0) this.arm();
        else if (this.isIdle) for (const done of this.idle.splice(0)) done();
      });
    }
  }

  /** Runs a batch in one transaction. */
  private async commit(writer: Writer, batch: Batch, isAlone: boolean, tries: number): Promise<void> {
    const wait = new LockWait((by) => {
      this.busy += by;
      if (by < 0 && this.queue.length > 0) this.arm();
    });
    let waited = 0;
    this.running.add(batch);
    try {
      const queue: BatchQueue = {
        onSent: () => wait.begin(),
        onLocked: (left, hasWaited) => {
          const duration = wait.end();
          waited = hasWaited ? duration : 0;
          this.queue.putBack(...left);
          if (left.length > 0) this.arm();
        },
        takeJoining: ({ scopes, jobs }) => (isAlone ? [] : this.queue.takeJoining(scopes, MAX_BATCH - jobs.length)),
      };
      await writer.commit(batch, queue, tries);
      this.gathering.record({ scopes: batch.scopes, jobs: batch.jobs.length, waited });
    } finally {
      this.running.delete(batch);
      wait.close();
      // Jobs of its scopes can run while it pauses before a retry.
      if (this.queue.length > 0) this.arm();
    }
  }

  private async runAll(writer: Writer, jobs: readonly Job[]): Promise<void> {
    const alone = jobs.find((job) => job.alone)?.alone;
    const isAlone = alone !== undefined;
    // The time may have run out while earlier jobs ran.
    if (alone) jobs = this.rejectLate(jobs, alone.because, 2 * JOB_TIMEOUT_MS);
    if (jobs.length === 0) return;
    for (let tries = 0; ; tries += 1) {
      const batch = new Batch(jobs, this.rules, isAlone);
      const began = performance.now();
      try {
        await this.commit(writer, batch, isAlone, tries);
        this.stats.record(batch.jobs.length, performance.now() - began);
        this.handleCommit(batch);
        return;
      } catch (error) {
        jobs = batch.jobs;
        // Time spent waiting for a server is no measure of the duration of transactions.
        if (isLost(error)) this.isRetrying = true;
        else this.stats.record(jobs.length, performance.now() - began);
        // Running each job alone would only multiply the attempts.
        if (error instanceof UnknownOutcome || isUnable(error)) return this.refuse(jobs, error);
        if (!isWorthATry(error, isAlone, tries)) return this.handleFailure(jobs, error);
        this.stats.busy += 1;
        jobs = this.rejectLate(jobs, error, isAlone ? 2 * JOB_TIMEOUT_MS : JOB_TIMEOUT_MS);
        if (jobs.length === 0) return;
        await pause(tries, batch.scopes.has(undefined) ? PAUSE_WITHOUT_SCOPE_MS : 0);
      }
    }
  }

  private handleCommit(batch: Batch): void {
    this.isRetrying = false;
    if (!batch.isReading) this.health.recordSuccess();
    this.stats.flushes += 1;
    this.stats.jobs += batch.jobs.length;
    this.news.onBegun(batch.begun);
    for (const id of batch.grown) this.news.onGrown(id);
    for (const [job, outcome] of batch.outcomes) if (settle(job, outcome) === 'again') this.queue.push(job);
  }

  /**
   * Called when nothing was written. The jobs of a failed batch run alone, so that one job does not fail the others.
   */
  private handleFailure(jobs: readonly Job[], error: unknown): void {
    this.isRetrying = false;
    const [only, ...others] = jobs;
    if (only && others.length === 0 && only.alone) {
      if (error instanceof PostgresFault) this.health.recordFailure(toDecisionError(error));
      if (settle(only, { error }) === 'again') this.queue.putBack(only);
      return;
    }
    for (const job of jobs) job.alone = { because: error };
    this.queue.putBack(...jobs);
  }

  /** Keeps the jobs that can be retried in time, and rejects the others. */
  private rejectLate(jobs: readonly Job[], error: unknown, deadline: number): Job[] {
    const now = performance.now();
    const late = jobs.filter(({ queued_at }) => now - queued_at > deadline);
    if (late.length > 0) this.refuse(late, error);
    return jobs.filter((job) => !late.includes(job));
  }

  private refuse(jobs: readonly Job[], error: unknown): void {
    this.isRetrying = false;
    const refusal = toDecisionError(error);
    if (!isConflict(error)) this.health.recordFailure(refusal);
    for (const job of jobs) job.reject(refusal);
  }
}
