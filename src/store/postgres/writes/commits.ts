import type { Decision, Rows } from '../../../ports.js';
import { CommitStats } from '../../commit-stats.js';
import { WriteHealth } from '../../write-health.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import { isLost, isUnable, isWorthATry } from './after-fault.js';
import { Batch } from './batch.js';
import type { LogRules } from './draft.js';
import { isConflict, type Job, settle, toDecisionError } from './job.js';
import { UnknownOutcome } from './unknown-outcome.js';
import { Writer } from './writer.js';

/** Maximum number of jobs in one transaction; the others wait for the next. */
const MAX_BATCH = 256;
/**
 * Concurrent write transactions per process. Two would conflict even on different rows, since the server tracks reads
 * by index page. Jobs that wait meanwhile enlarge the next batch.
 */
const WRITERS = 1;
/**
 * Milliseconds for which a job is retried after conflicts, or without a connection. Doubled for a batch with priority,
 * and for a job that runs alone after its batch has failed.
 */
const JOB_TIMEOUT_MS = 10_000;

/**
 * If a batch meets a conflict after this many tries, or this much work (queue time excluded), it takes priority: other
 * writers wait for it, and its deadline doubles.
 */
const PRIORITY_TRIES = 4;
const PRIORITY_WORK_MS = 300;

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
  private queue: Job[] = [];
  private isArmed = false;
  /** True while a batch is retried because no server is reachable. */
  private isRetrying = false;
  private idle: (() => void)[] = [];

  constructor(connections: Connections, rules: LogRules, news: LogListener) {
    this.rules = rules;
    this.news = news;
    this.writers = Array.from({ length: WRITERS }, () => new Writer(connections));
    this.free = [...this.writers];
  }

  /** Resolves with the decision's result, after its writes are durable. */
  submit<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
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
    for (const writer of this.writers) await writer.close();
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
    const [oldest] = this.queue;
    return { jobs: this.queue.length, oldest: oldest ? performance.now() - oldest.queued_at : 0 };
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
    while (this.queue.length > 0) {
      const writer = this.free.pop();
      if (!writer) return;
      void this.runAll(writer, this.takeBatch()).finally(() => {
        this.free.push(writer);
        if (this.queue.length > 0) this.arm();
        else if (this.isIdle) for (const done of this.idle.splice(0)) done();
      });
    }
  }

  /** Takes the next jobs to run. A job of a failed batch runs alone, so that a rejected row can be identified. */
  private takeBatch(): Job[] {
    const alone = this.queue.findIndex((job) => job.alone);
    if (alone === 0) return this.queue.splice(0, 1);
    return this.queue.splice(0, Math.min(MAX_BATCH, alone < 0 ? MAX_BATCH : alone));
  }

  private async runAll(writer: Writer, jobs: readonly Job[]): Promise<void> {
    const alone = jobs.find((job) => job.alone)?.alone;
    const isAlone = alone !== undefined;
    // The time may have run out while earlier jobs ran.
    if (alone) jobs = this.rejectLate(jobs, alone.because, 2 * JOB_TIMEOUT_MS);
    if (jobs.length === 0) return;
    let isFirst = false;
    for (let tries = 0; ; tries += 1) {
      const batch = new Batch(jobs, this.rules, isAlone);
      const began = performance.now();
      try {
        await writer.commit(batch, isFirst);
        this.stats.record(jobs.length, performance.now() - began);
        this.handleCommit(batch, jobs);
        return;
      } catch (error) {
        // Time spent waiting for a server is no measure of the duration of transactions.
        if (isLost(error)) this.isRetrying = true;
        else this.stats.record(jobs.length, performance.now() - began);
        // Running each job alone would only multiply the attempts.
        if (error instanceof UnknownOutcome || isUnable(error)) return this.refuse(jobs, error);
        if (!isWorthATry(error, isAlone, tries)) return this.handleFailure(jobs, error);
        this.stats.busy += 1;
        isFirst ||= isConflict(error) && (tries >= PRIORITY_TRIES || batch.workedFor > PRIORITY_WORK_MS);
        jobs = this.rejectLate(jobs, error, isFirst || isAlone ? 2 * JOB_TIMEOUT_MS : JOB_TIMEOUT_MS);
        if (jobs.length === 0) return;
        await pause(tries);
      }
    }
  }

  private handleCommit(batch: Batch, jobs: readonly Job[]): void {
    this.isRetrying = false;
    if (!batch.isReading) this.health.recordSuccess();
    this.stats.flushes += 1;
    this.stats.jobs += jobs.length;
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
      if (settle(only, { error }) === 'again') this.queue.unshift(only);
      return;
    }
    for (const job of jobs) job.alone = { because: error };
    this.queue.unshift(...jobs);
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
