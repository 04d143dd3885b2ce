import type { Decision } from '../../../ports.js';
import { MAX_ROUNDS } from '../../rerun.js';
import { awaitSent } from '../connection/await-sent.js';
import type { Session } from '../connection/session.js';
import { type Locked, readLocked, type Scopes } from '../connection/write-locks.js';
import { fetchAll } from '../rows/fetch.js';
import { KnownRows, type Needs, Run } from '../rows/known-rows.js';
import { Changes } from './changes.js';
import { Draft, type LogRules } from './draft.js';
import type { Job, Outcome } from './job.js';
import { send } from './send.js';
import { updateKnownRows } from './update-known.js';

/** Sends the first statement of a transaction's writes. */
type Mark = (session: Session) => Promise<unknown>;

/** The queue from which a batch was taken. */
export interface BatchQueue {
  /** Called when the statements that lock were sent. */
  onSent(): void;
  /** Called when the batch has its locks, maybe after a wait; `left`: jobs whose scopes others hold. */
  onLocked(left: readonly Job[], hasWaited: boolean): void;
  /** Takes the queued jobs that the batch can add, because it has locked their scopes. */
  takeJoining(batch: Batch): readonly Job[];
}

/** A job that has no outcome yet. */
interface OpenJob {
  readonly job: Job;
  /** Its decision, valid as long as `after` equals the number of accepted decisions. */
  decided?: { readonly decision: Decision<unknown>; readonly after: number };
}

/**
 * Runs the decisions of a batch in one transaction, one after the other on the known rows. Each decision sees the
 * changes of the earlier ones. One round trip fetches all missing rows and sends the changes made so far.
 */
export class Batch {
  jobs: readonly Job[];
  /** Scopes that the batch locks. */
  scopes: Scopes;
  readonly outcomes = new Map<Job, Outcome>();
  /** Organizations whose logs were started. */
  readonly begun: string[] = [];
  /** Organizations whose logs have grown. */
  readonly grown = new Set<string>();
  private readonly known = new KnownRows();
  private readonly rules: LogRules;
  private readonly eachAlone: boolean;
  private changes = new Changes();
  private acceptedCount = 0;
  private open: readonly OpenJob[];
  private isMarked = false;
  private needs: Needs = { reads: [], indexed: [] };

  /** `eachAlone`: sends each row in a separate statement, to find out which one is rejected. */
  constructor(jobs: readonly Job[], rules: LogRules, eachAlone: boolean) {
    this.jobs = jobs;
    this.scopes = new Set(jobs.map(({ scope }) => scope));
    this.rules = rules;
    this.eachAlone = eachAlone;
    this.open = jobs.map((job) => ({ job }));
  }

  /** True if no decision has written anything. */
  get isReading(): boolean {
    return this.acceptedCount === 0;
  }

  /** True if the transaction may have to leave out jobs, because others hold their scopes. */
  private get mayLeaveOut(): boolean {
    return this.scopes.size > 1 && !this.scopes.has(undefined);
  }

  /** Runs the jobs once, before any row is fetched. Returns true if all of them were decided without a read. */
  runWithoutReading(): boolean {
    if (this.mayLeaveOut) return false;
    this.needs = this.runOpen();
    return this.open.length === 0;
  }

  /**
   * Reads until all jobs are decided. `mark` is sent before the first change. Jobs whose scopes others hold go back to
   * the queue. If the transaction had to wait for its locks, it adds the jobs queued meanwhile whose scopes it has
   * locked: while portals contend, transactions are the scarce resource.
   * @throws PostgresFault
   * @throws Error if the rows of a decision are still incomplete after `MAX_ROUNDS` round trips
   */
  async decideAll(session: Session, mark: Mark, queue: BatchQueue): Promise<void> {
    queue.onSent();
    let hasAppliedLocks = this.mayLeaveOut;
    if (hasAppliedLocks) {
      this.applyLocks(readLocked(await session.whenBegun()), queue);
      this.needs = this.runOpen();
    }
    for (let round = 0; this.open.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new Error(`the rows are not complete after ${round} rounds`);
      const [changes, needs] = [this.changes, this.needs];
      this.changes = new Changes();
      if (!changes.isEmpty) await session.whenBegun();
      await awaitSent([this.sent(session, changes, mark), fetchAll(session, needs, this.known, this.rules.log)]);
      const joining = hasAppliedLocks ? [] : this.applyLocks(readLocked(await session.whenBegun()), queue);
      hasAppliedLocks = true;
      this.needs = this.needsOf(joining) ?? this.runOpen();
    }
  }

  /** Sends the remaining writes. */
  send(session: Session, mark: Mark): Promise<void> {
    return this.sent(session, this.changes, mark);
  }

  private async sent(session: Session, changes: Changes, mark: Mark): Promise<void> {
    if (changes.isEmpty) return;
    const marked = this.isMarked ? [] : [mark(session)];
    this.isMarked = true;
    await awaitSent([...marked, send(session, changes, this.rules.log, this.eachAlone)]);
  }

  /** Returns the jobs that the batch has added. */
  private applyLocks(locked: Locked, queue: BatchQueue): readonly Job[] {
    const isLocked = (job: Job) => locked.has(job.scope);
    const left = this.jobs.filter((job) => !isLocked(job));
    this.jobs = this.jobs.filter(isLocked);
    this.open = this.open.filter(({ job }) => isLocked(job));
    this.scopes = new Set(this.jobs.map(({ scope }) => scope));
    for (const job of left) job.waitsAlone = true;
    queue.onLocked(left, locked.waited);
    if (!locked.waited) return [];
    const joining = queue.takeJoining(this);
    this.jobs = [...this.jobs, ...joining];
    this.open = [...this.open, ...joining.map((job) => ({ job }))];
    return joining;
  }

  /**
   * Returns the rows that jobs added later need, or `undefined` if none are missing. They are fetched before the batch
   * runs, since changes that are sent in two parts take twice as many statements.
   */
  private needsOf(jobs: readonly Job[]): Needs | undefined {
    const needs = jobs.flatMap(({ decide }) => {
      const run = new Run(this.known);
      try {
        decide(run.rows);
      } catch {
        // The job fails again when the batch runs it.
      }
      return run.isIncomplete ? [run.needs] : [];
    });
    return needs.length > 0 ? merge(needs) : undefined;
  }

  /** Runs the open jobs, and returns the rows that they need. */
  private runOpen(): Needs {
    const needs: Needs[] = [];
    this.open = this.open.filter((one) => {
      const run = new Run(this.known);
      const outcome = this.outcomeOf(one, run);
      if (outcome) this.outcomes.set(one.job, outcome);
      else needs.push(run.needs);
      return !outcome;
    });
    return merge(needs);
  }

  /** Runs one job. Returns `undefined` if rows are missing. */
  private outcomeOf(one: OpenJob, run: Run): Outcome | undefined {
    try {
      const { writes } = this.decisionOf(one, run);
      if (run.isIncomplete) return undefined;
      const draft = new Draft(run, this.rules);
      draft.applyAll(writes);
      if (run.isIncomplete) return undefined;
      if (writes.length > 0) this.accept(draft.changes);
      return 'done';
    } catch (error) {
      // While rows are missing, an error may only be a consequence of that.
      return run.isIncomplete ? undefined : { error };
    }
  }

  private decisionOf(one: OpenJob, run: Run): Decision<unknown> {
    if (one.decided?.after === this.acceptedCount) return one.decided.decision;
    delete one.decided;
    const decision = one.job.decide(run.rows);
    if (!run.isIncomplete) one.decided = { decision, after: this.acceptedCount };
    return decision;
  }

  private accept(changes: Changes): void {
    this.acceptedCount += 1;
    this.changes.add(changes);
    updateKnownRows(this.known, changes);
    this.begun.push(...changes.log.begun.keys());
    for (const id of changes.log.trees.keys()) this.grown.add(id);
  }
}

function merge(needs: readonly Needs[]): Needs {
  return { reads: needs.flatMap(({ reads }) => reads), indexed: needs.flatMap(({ indexed }) => indexed) };
}
