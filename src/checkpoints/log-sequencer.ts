import { faultFields, type Log } from '../log.js';
import type { Clock, Rows, Store } from '../ports.js';

/** Entries that get their places in one transaction: they share a flush, and others wait only some milliseconds. */
const ENTRIES_PER_WRITE = 200;
/** Maximum logs per round. */
const MAX_LOGS = 1_000;
/** Time after which a refused log is tried again, in milliseconds. */
const REST_MS = 60_000;

interface Deps {
  readonly store: Pick<Store, 'due' | 'update'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Gives the entries of orders and grants their places in the logs. These rows are written without their log, so neither
 * purchases nor the end of a grant wait for its head or fail with it.
 */
export class LogSequencer {
  private readonly deps: Deps;
  /** Time until which a refused log rests, by organization. */
  private readonly resting = new Map<string, number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Sequences all entries that wait, until `isStopping` returns true. Those of a log that is refused keep waiting. */
  async round(isStopping = () => false): Promise<void> {
    const { store, clock } = this.deps;
    for (const id of await store.due('pending_logs', clock.now(), MAX_LOGS)) {
      if (isStopping()) return;
      if ((this.resting.get(id) ?? 0) <= clock.now()) await this.sequence(id);
    }
  }

  private async sequence(organizationId: string): Promise<void> {
    const { store, clock, log } = this.deps;
    try {
      while ((await store.update((rows) => decide(rows, organizationId), organizationId)) === ENTRIES_PER_WRITE);
      this.resting.delete(organizationId);
    } catch (error) {
      this.resting.set(organizationId, clock.now() + REST_MS);
      log.error('log_waits', { about: organizationId, ...faultFields(error) });
    }
  }
}

/** Returns the number of entries. */
function decide(rows: Rows, organization_id: string) {
  rows.expect(['logHead', organization_id]);
  const entries = rows.pendingEntries(organization_id, ENTRIES_PER_WRITE);
  const write = { type: 'log_sequencing', organization_id, entries } as const;
  return { writes: entries.length === 0 ? [] : [write], result: entries.length };
}
