import { allDone } from '../domain/values/all-done.js';
import { groupBy } from '../domain/values/group-by.js';
import { eachPage } from '../lists/every-page.js';
import { faultFields, type Log } from '../log.js';
import type { IdPosition, Ids, StoreWriter } from '../ports.js';
import { type AttemptDeps, attempt } from './attempt.js';
import { coalesce } from './coalesce.js';
import type { Forms } from './forms.js';
import { type LeasedDelivery, leaseDueLanes, recordAttempt, releaseLane } from './lanes.js';
import { Slots } from './slots.js';

/** Interval between searches for due deliveries, including those that other processes enqueued. */
const POLL_INTERVAL_MS = 1_000;

export interface DelivererDeps extends AttemptDeps {
  readonly store: Pick<StoreWriter, 'list' | 'update'>;
  readonly ids: Ids;
  readonly log: Log;
  readonly forms: Forms;
  /** False until the process knows its URL, which mail and signatures name. Defaults to true. */
  readonly isReady?: () => boolean;
  /** Returns a new number from 0 to 1 on each call. */
  readonly random: () => number;
  /** Defaults to `POLL_INTERVAL_MS`. */
  readonly pollIntervalMs?: number | undefined;
  /** Receives the outcome of each attempt. */
  readonly onAttempt: (outcome: string) => void;
}

/**
 * Sends due deliveries. Any number of processes may do so on one database: each leases lanes, and when a process is
 * killed its lanes become free once their leases expire.
 */
export class Deliverer {
  private readonly deps: DelivererDeps;
  private readonly slots = new Slots();
  private readonly stopping = new AbortController();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly serving = new Map<string, () => Promise<void>>();
  private readonly round = coalesce(() => this.serveAll());
  private timer: NodeJS.Timeout | undefined;

  constructor(deps: DelivererDeps) {
    this.deps = deps;
  }

  /** Sends deliveries until `stop` is called. */
  start(): void {
    this.timer = setInterval(() => this.wake(), this.deps.pollIntervalMs ?? POLL_INTERVAL_MS).unref();
    this.wake();
  }

  /** Searches for due deliveries now instead of at the next interval. */
  wake(): void {
    if (this.timer === undefined || this.stopping.signal.aborted) return;
    this.track(this.round());
  }

  /** Aborts in-flight attempts and releases their leases. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  private async serveAll(): Promise<void> {
    const { store, now, isReady = () => true } = this.deps;
    if (this.stopping.signal.aborted || !isReady()) return;
    const at = now();
    const read = (after: IdPosition | undefined, limit: number) => store.list('due_receivers', { at }, after, limit);
    for await (const receivers of eachPage(read)) {
      for (const { id } of receivers) {
        if (this.stopping.signal.aborted) return;
        await this.serve(id);
      }
    }
  }

  /** Starts attempts for a receiver as long as it has due lanes and there are free slots. */
  private serve(receiver: string): Promise<void> {
    const known =
      this.serving.get(receiver) ??
      coalesce(
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
      const leasing = [...groupBy(entries, ({ organization_id }) => organization_id)].map(async ([scope, lanes]) => {
        const keys = lanes.map(({ id }) => id);
        for (const work of await store.update((rows) => leaseDueLanes(rows, forms, keys, lease, now()), scope))
          this.begin(receiver, work);
      });
      await allDone(leasing);
    }
  }

  private begin(receiver: string, work: LeasedDelivery): void {
    this.slots.acquire(receiver);
    this.track(
      this.send(receiver, work).finally(() => {
        if (this.slots.release(receiver)) this.wake();
        if (!this.stopping.signal.aborted) this.track(this.serve(receiver));
      }),
    );
  }

  private async send(receiver: string, work: LeasedDelivery): Promise<void> {
    const { store, ids, now, random, onAttempt, log, forms } = this.deps;
    const attempted = await attempt(this.deps, work, this.stopping.signal);
    const { organization_id } = work.delivery;
    if (!attempted) return store.update((rows) => releaseLane(rows, work, now()), organization_id);
    this.slots.recordOutcome(receiver, attempted.outcome);
    onAttempt(attempted.outcome);
    const drawn = random();
    const by = { ids, actor: 'portal', now: now() };
    const after = await store.update((rows) => recordAttempt(rows, forms, work, attempted, drawn, by), organization_id);
    if (after?.state !== 'dead') return;
    const { id, type, outcome, status, attempts } = after;
    log.warn('delivery_dead', { receiver, delivery: id, type, outcome, status, attempts });
  }

  private track(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.deps.log.error('deliver', faultFields(error)))
      .finally(() => this.inFlight.delete(done));
    this.inFlight.add(done);
  }
}

const NONE = { entries: [] } as const;
