import type { Tally } from '../calls/tally.js';
import type { Decision, Rows, Store, Write } from '../ports.js';
import { type StableIds, StableIdsStore } from '../store/stable-ids.js';
import type { Tracing } from '../tracing/tracing.js';

/** A store that tallies what is durable, and traces what waits for it. */
export class TalliedStore extends StableIdsStore {
  private readonly tally: Tally;

  private readonly tracing: Tracing | undefined;

  constructor(inner: Store, ids: StableIds, tally: Tally, tracing?: Tracing) {
    super(inner, ids);
    this.tally = tally;
    this.tracing = tracing;
  }

  override async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    // Those of the last run are the ones that were applied.
    let writes: readonly Write[] = [];
    const run = () =>
      super.update((rows) => {
        const decision = decide(rows);
        writes = decision.writes;
        return decision;
      });
    const result = await (this.tracing ? this.tracing.span('store update', {}, run) : run());
    this.tally.written(writes);
    return result;
  }
}
