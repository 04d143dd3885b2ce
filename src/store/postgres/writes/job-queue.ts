import { covers, type Scopes } from '../connection/write-locks.js';
import type { Job } from './job.js';

/** Maximum number of jobs in one transaction; the others wait for the next. */
export const MAX_BATCH = 256;

/** Maximum number of scopes that one transaction locks: the server has room for a limited number of locks in all. */
const MAX_SCOPES = 32;

/** Jobs that are in no transaction, in order of arrival. */
export class JobQueue {
  private jobs: Job[] = [];

  get length(): number {
    return this.jobs.length;
  }

  get oldest(): Job | undefined {
    return this.jobs[0];
  }

  /** True if all jobs are of these scopes, and none has to run alone. */
  isWithin(scopes: Scopes): boolean {
    return this.jobs.every(({ alone, scope }) => !alone && scopes.has(scope));
  }

  push(job: Job): void {
    this.jobs.push(job);
  }

  /** Puts jobs back that could not run. */
  putBack(...jobs: readonly Job[]): void {
    this.jobs.unshift(...jobs);
  }

  /**
   * Takes the jobs of the next transaction. Jobs whose scopes are taken wait, since they would only wait for another
   * transaction of this process. Jobs without a scope share no transaction with others, which would wait for all
   * writers too. A job of a failed batch runs alone, so that a rejected row can be identified.
   */
  takeBatch(taken: readonly Scopes[]): Job[] {
    const ready = this.jobs.filter(({ scope }) => !taken.some((scopes) => covers(scopes, scope)));
    const [oldest] = ready;
    const free = ready.filter(({ scope }) => (scope === undefined) === (oldest?.scope === undefined));
    if (oldest?.waitsAlone && !oldest.alone) return this.takeJoining(new Set([oldest.scope]), MAX_BATCH);
    const alone = free.findIndex((job) => job.alone);
    const count = alone === 0 ? 1 : Math.min(MAX_BATCH, alone < 0 ? MAX_BATCH : alone);
    const scopes = new Set<string | undefined>();
    return this.take(
      free.slice(0, count).filter(({ scope }) => scopes.has(scope) || (scopes.size < MAX_SCOPES && scopes.add(scope))),
    );
  }

  /**
   * Takes jobs that a running transaction can add, because it has locked their scopes; at most `count`. One that has
   * locked all rows adds no jobs with a scope, which would wait for all writers too if it had to run again.
   */
  takeJoining(scopes: Scopes, count: number): Job[] {
    return this.take(this.jobs.filter(({ alone, scope }) => !alone && scopes.has(scope)).slice(0, count));
  }

  private take(jobs: Job[]): Job[] {
    const taken = new Set(jobs);
    this.jobs = this.jobs.filter((job) => !taken.has(job));
    return jobs;
  }
}
