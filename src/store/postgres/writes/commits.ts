import type { Decision, Rows } from '../../../ports.js';
import { CommitStats } from '../../commit-stats.js';
import { WriteHealth } from '../../write-health.js';
import type { Connections } from '../connection/connections.js';
import { pause } from '../connection/pause.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import { isLost, isUnable, isWorthATry } from './after-fault.js';
import { Batch } from './batch.js';
import type { LogRules } from './draft.js';
import { isConflict, type Job, refusedAs, settle } from './job.js';
import { UnknownOutcome } from './unknown-outcome.js';
import { Writer } from './writer.js';

/** Jobs in one transaction at most; more wait for the next one. */
const MAX_BATCH = 256;
/**
 * Transactions of a process that write at the same time. Two would conflict with each other, also on different rows: the server
 * tells apart what was read by pages of indexes. What waits meanwhile makes the next batch larger.
 */
const WRITERS = 1;
/**
 * How long a job is tried again while others come first, or while there is no connection; twice as long when it runs alone, after those
 * that it was with. Milliseconds.
 */
const DEADLINE = 10_000;

/**
 * Others came before a batch so often, or before one that has worked for so long (milliseconds; what it waited does not count), that it
 * would not end: they wait for it now, and it has twice the time.
 */
const MANY_TRIES = 4;
const LONG = 300;

/** What has happened to the logs in the transactions that were committed. */
interface LogNews {
  begun(organizationIds: readonly string[]): void;
  grown(organizationId: string): void;
}

/** Runs waiting decisions in batches. Nobody is answered before the server has said that the batch is committed. */
export class Commits {
  readonly stats = new CommitStats(MAX_BATCH, () => this.waiting());
  readonly health = new WriteHealth();
  private readonly rules: LogRules;
  private readonly news: LogNews;
  private readonly free: Writer[];
  private readonly writers: readonly Writer[];
  private queue: Job[] = [];
  private isArmed = false;
  /** A batch is tried again until there is a server. */
  private isRetrying = false;
  private idle: (() => void)[] = [];

  constructor(connections: Connections, rules: LogRules, news: LogNews) {
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

  /** Resolves when nothing is waiting any more. */
  drained(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  /** After the last job. */
  async close(): Promise<void> {
    for (const writer of this.writers) await writer.close();
  }

  /** Whoever comes now would wait behind all that wait until there is a server. */
  get isWithoutServer(): boolean {
    return this.isRetrying || this.writers.some(({ isAsking }) => isAsking);
  }

  private get isIdle(): boolean {
    return this.queue.length === 0 && !this.isArmed && this.free.length === this.writers.length;
  }

  /** Jobs that wait for a transaction. */
  private waiting() {
    const [oldest] = this.queue;
    return { jobs: this.queue.length, oldest: oldest ? performance.now() - oldest.queued_at : 0 };
  }

  /** The decisions of one turn of the event loop go together. */
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
      void this.runAll(writer, this.taken()).finally(() => {
        this.free.push(writer);
        if (this.queue.length > 0) this.arm();
        else if (this.isIdle) for (const done of this.idle.splice(0)) done();
      });
    }
  }

  /** A job whose rows were refused goes alone, so that it is known which row it was. */
  private taken(): Job[] {
    const alone = this.queue.findIndex((job) => job.alone);
    if (alone === 0) return this.queue.splice(0, 1);
    return this.queue.splice(0, Math.min(MAX_BATCH, alone < 0 ? MAX_BATCH : alone));
  }

  private async runAll(writer: Writer, jobs: readonly Job[]): Promise<void> {
    const alone = jobs.find((job) => job.alone)?.alone;
    const isAlone = alone !== undefined;
    // Those before it may have taken all the time.
    if (alone) jobs = this.inTime(jobs, alone.because, 2 * DEADLINE);
    if (jobs.length === 0) return;
    let isFirst = false;
    for (let tries = 0; ; tries += 1) {
      const batch = new Batch(jobs, this.rules, isAlone);
      const began = performance.now();
      try {
        await writer.commit(batch, isFirst);
        this.stats.record(jobs.length, performance.now() - began);
        this.committed(batch, jobs);
        return;
      } catch (error) {
        // Waiting for a server says nothing of how long its transactions take.
        if (isLost(error)) this.isRetrying = true;
        else this.stats.record(jobs.length, performance.now() - began);
        // To run each alone would be as many tries more.
        if (error instanceof UnknownOutcome || isUnable(error)) return this.refuse(jobs, error);
        if (!isWorthATry(error, isAlone, tries)) return this.failed(jobs, error);
        this.stats.busy += 1;
        isFirst ||= isConflict(error) && (tries >= MANY_TRIES || batch.workedFor > LONG);
        jobs = this.inTime(jobs, error, isFirst || isAlone ? 2 * DEADLINE : DEADLINE);
        if (jobs.length === 0) return;
        await pause(tries);
      }
    }
  }

  private committed(batch: Batch, jobs: readonly Job[]): void {
    this.isRetrying = false;
    if (!batch.isReading) this.health.succeeded();
    this.stats.flushes += 1;
    this.stats.jobs += jobs.length;
    this.news.begun(batch.begun);
    for (const id of batch.grown) this.news.grown(id);
    for (const [job, outcome] of batch.outcomes) if (settle(job, outcome) === 'again') this.queue.push(job);
  }

  /** Nothing of it was written. Where several go together, each is run alone, so that one does not spoil the others. */
  private failed(jobs: readonly Job[], error: unknown): void {
    this.isRetrying = false;
    const [only, ...others] = jobs;
    if (only && others.length === 0 && only.alone) {
      if (error instanceof PostgresFault) this.health.failed(refusedAs(error));
      if (settle(only, { error }) === 'again') this.queue.unshift(only);
      return;
    }
    for (const job of jobs) job.alone = { because: error };
    this.queue.unshift(...jobs);
  }

  /** Those that can be tried again; the others are refused. */
  private inTime(jobs: readonly Job[], error: unknown, deadline: number): Job[] {
    const now = performance.now();
    const late = jobs.filter(({ queued_at }) => now - queued_at > deadline);
    if (late.length > 0) this.refuse(late, error);
    return jobs.filter((job) => !late.includes(job));
  }

  private refuse(jobs: readonly Job[], error: unknown): void {
    this.isRetrying = false;
    const refusal = refusedAs(error);
    if (!isConflict(error)) this.health.failed(refusal);
    for (const job of jobs) job.reject(refusal);
  }
}
