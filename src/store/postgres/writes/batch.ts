import type { Decision } from '../../../ports.js';
import { MAX_ROUNDS } from '../../rerun.js';
import { awaitSent } from '../connection/await-sent.js';
import type { Session } from '../connection/session.js';
import { fetchAll } from '../rows/fetch.js';
import { Known, type Needs, Run } from '../rows/known.js';
import { accepted } from './accept.js';
import { Changes } from './changes.js';
import { Draft, type LogRules } from './draft.js';
import type { Job, Outcome } from './job.js';
import { send } from './send.js';

/** What a transaction that writes begins its writes with. */
type Mark = (session: Session) => Promise<unknown>;

/** A job that is not decided yet. */
interface Open {
  readonly job: Job;
  /** What it has decided, for as long as nobody has changed what it read. */
  decided?: { readonly decision: Decision<unknown>; readonly after: number };
}

/**
 * The decisions of a batch, in one transaction. Each runs on what is known, one after the other, and sees what those before it have
 * changed. What is missing to all of them is fetched in one trip, together with which the changes so far are sent.
 */
export class Batch {
  readonly outcomes = new Map<Job, Outcome>();
  /** Organizations whose logs have begun. */
  readonly begun: string[] = [];
  /** Organizations whose logs have grown. */
  readonly grown = new Set<string>();
  private readonly known = new Known();
  private readonly rules: LogRules;
  private readonly eachAlone: boolean;
  private changes = new Changes();
  private acceptedCount = 0;
  private open: readonly Open[];
  private began = 0;
  private firstChangeAt: number | undefined;
  private wanted: Needs = { wanted: [], indexed: [] };

  /** `eachAlone`: each row is sent in a statement of its own, so that one that is refused is named. */
  constructor(jobs: readonly Job[], rules: LogRules, eachAlone: boolean) {
    this.rules = rules;
    this.eachAlone = eachAlone;
    this.open = jobs.map((job) => ({ job }));
  }

  /** True: nothing was written. */
  get isReading(): boolean {
    return this.acceptedCount === 0;
  }

  /**
   * How long it has read and decided until its first change was sent, which may have waited for others from there on, or until now when
   * it has sent none. Milliseconds.
   */
  get workedFor(): number {
    return (this.firstChangeAt ?? performance.now()) - this.began;
  }

  /** Whether all jobs are decided without having read a row. */
  runWithoutReading(): boolean {
    this.wanted = this.runOpen();
    return this.open.length === 0;
  }

  /**
   * Reads until all are decided. `mark` is sent ahead of the first change.
   * @throws PostgresFault
   * @throws Error when the rows of a decision are not complete after some trips
   */
  async decideAll(session: Session, mark: Mark): Promise<void> {
    this.began = performance.now();
    for (let round = 0; this.open.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new Error(`the rows are not complete after ${round} rounds`);
      const [changes, needs] = [this.changes, this.wanted];
      this.changes = new Changes();
      if (!changes.isEmpty) await session.begun();
      await awaitSent([this.sent(session, changes, mark), fetchAll(session, needs, this.known, this.rules.log)]);
      this.wanted = this.runOpen();
    }
  }

  /** Sends what is left to be written. */
  send(session: Session, mark: Mark): Promise<void> {
    return this.sent(session, this.changes, mark);
  }

  private async sent(session: Session, changes: Changes, mark: Mark): Promise<void> {
    if (changes.isEmpty) return;
    const marked = this.firstChangeAt === undefined ? [mark(session)] : [];
    this.firstChangeAt ??= performance.now();
    await awaitSent([...marked, send(session, changes, this.rules.log, this.eachAlone)]);
  }

  /** Answers what is needed by those that are still open. */
  private runOpen(): Needs {
    const needs: Needs[] = [];
    this.open = this.open.filter((one) => {
      const run = new Run(this.known);
      const outcome = this.outcomeOf(one, run);
      if (outcome) this.outcomes.set(one.job, outcome);
      else needs.push(run.needs);
      return !outcome;
    });
    return { wanted: needs.flatMap(({ wanted }) => wanted), indexed: needs.flatMap(({ indexed }) => indexed) };
  }

  /** Undefined = something is not fetched yet. */
  private outcomeOf(one: Open, run: Run): Outcome | undefined {
    try {
      const { writes } = this.decisionOf(one, run);
      if (run.isIncomplete) return undefined;
      const draft = new Draft(run, this.rules);
      draft.applyAll(writes);
      if (run.isIncomplete) return undefined;
      if (writes.length > 0) this.accept(draft.changes);
      return 'done';
    } catch (error) {
      // On incomplete rows an error may only be a consequence of what is missing.
      return run.isIncomplete ? undefined : { error };
    }
  }

  private decisionOf(one: Open, run: Run): Decision<unknown> {
    if (one.decided?.after === this.acceptedCount) return one.decided.decision;
    delete one.decided;
    const decision = one.job.decide(run.rows);
    if (!run.isIncomplete) one.decided = { decision, after: this.acceptedCount };
    return decision;
  }

  private accept(changes: Changes): void {
    this.acceptedCount += 1;
    this.changes.add(changes);
    accepted(this.known, changes);
    this.begun.push(...changes.log.begun.keys());
    for (const id of changes.log.trees.keys()) this.grown.add(id);
  }
}
