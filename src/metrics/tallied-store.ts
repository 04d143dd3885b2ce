import type { Tally } from '../calls/tally.js';
import type { Decision, Rows, Store, Write } from '../ports.js';
import { type StableIds, StableIdsStore } from '../store/stable-ids.js';

/** A store that tallies what is durable. */
export class TalliedStore extends StableIdsStore {
  private readonly tally: Tally;

  constructor(inner: Store, ids: StableIds, tally: Tally) {
    super(inner, ids);
    this.tally = tally;
  }

  override async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    // Those of the last run are the ones that were applied.
    let writes: readonly Write[] = [];
    const result = await super.update((rows) => {
      const decision = decide(rows);
      writes = decision.writes;
      return decision;
    });
    this.tally.written(writes);
    return result;
  }
}
