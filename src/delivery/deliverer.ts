import { eachPage } from '../lists/every-page.js';
import { faultFields, type Log } from '../log.js';
import type { IdPosition, Ids, StoreWriter } from '../ports.js';
import { attempt, type Sending } from './attempt.js';
import { coalesced } from './coalesced.js';
import type { Forms } from './forms.js';
import { released, settled, taken, type Work } from './lanes.js';
import { Slots } from './slots.js';

/** Interval between two looks for what is due, also by other processes' events. Milliseconds. */
const LOOK_EVERY = 1_000;

/** What a deliverer works with. */
export interface DelivererDeps extends Sending {
  readonly store: Pick<StoreWriter, 'list' | 'update'>;
  readonly ids: Ids;
  readonly log: Log;
  readonly forms: Forms;
  /** A number from 0 to 1, drawn anew each time. */
  readonly drawn: () => number;
  /** Milliseconds; default: a second. */
  readonly lookEvery?: number | undefined;
  /** Told the outcome of each attempt. */
  readonly onAttempt: (outcome: string) => void;
}

/**
 * Sends the events that are due to their receivers. Any number of processes may do so on one database: each takes lanes by a
 * lease. What a process that was killed had taken is taken by another when the lease has ended.
 */
export class Deliverer {
  private readonly deps: DelivererDeps;
  private readonly slots = new Slots();
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly serving = new Map<string, () => Promise<void>>();
  private readonly round = coalesced(() => this.serveAll());
  private timer: NodeJS.Timeout | undefined;

  constructor(deps: DelivererDeps) {
    this.deps = deps;
  }

  /** Begins to send, and goes on until it is stopped. */
  start(): void {
    this.timer = setInterval(() => this.wake(), this.deps.lookEvery ?? LOOK_EVERY).unref();
    this.wake();
  }

  /** There may be something to send now. */
  wake(): void {
    if (this.timer === undefined || this.stopping.signal.aborted) return;
    this.tracked(this.round());
  }

  /** Breaks off what is under way, and gives it back. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async serveAll(): Promise<void> {
    const { store, now } = this.deps;
    const at = now();
    const read = (after: IdPosition | undefined, limit: number) => store.list('due_receivers', { at }, after, limit);
    for await (const receivers of eachPage(read)) {
      for (const { id } of receivers) await this.serve(id);
    }
  }

  /** Begins as many attempts to a receiver as there is room for. */
  private serve(receiver: string): Promise<void> {
    const known =
      this.serving.get(receiver) ??
      coalesced(
        () => this.fill(receiver),
        () => this.serving.delete(receiver),
      );
    this.serving.set(receiver, known);
    return known();
  }

  private async fill(receiver: string): Promise<void> {
    const { store, ids, now, forms } = this.deps;
    for (;;) {
      const free = this.stopping.signal.aborted ? 0 : this.slots.free(receiver);
      const { entries } = free > 0 ? await store.list('due_lanes', { receiver, at: now() }, undefined, free) : NONE;
      if (entries.length === 0) break;
      const lease = ids.uuid();
      const keys = entries.map(({ id }) => id);
      for (const work of await store.update((rows) => taken(rows, forms, keys, lease, now())))
        this.begin(receiver, work);
    }
  }

  private begin(receiver: string, work: Work): void {
    this.slots.take(receiver);
    this.tracked(
      this.send(receiver, work).finally(() => {
        if (this.slots.giveBack(receiver)) this.wake();
        if (!this.stopping.signal.aborted) this.tracked(this.serve(receiver));
      }),
    );
  }

  private async send(receiver: string, work: Work): Promise<void> {
    const { store, ids, now, drawn, onAttempt, log, forms } = this.deps;
    const attempted = await attempt(this.deps, work, this.stopping.signal);
    if (!attempted) return store.update((rows) => released(rows, work, now()));
    this.slots.told(receiver, attempted.outcome !== 'acknowledged');
    onAttempt(attempted.outcome);
    const draw = drawn();
    const by = { ids, actor: 'portal', now: now() };
    const after = await store.update((rows) => settled(rows, forms, work, attempted, draw, by));
    if (after?.state !== 'dead') return;
    const { id, type, outcome, status, attempts } = after;
    log.warn('delivery_dead', { receiver, delivery: id, type, outcome, status, attempts });
  }

  private tracked(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.deps.log.error('deliver', faultFields(error)))
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }
}

const NONE = { entries: [] } as const;
