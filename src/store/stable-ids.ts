import type { IdPrefix, Ids, Rows } from '../ports.js';
import type { DecisionStep } from './wrap-decisions.js';

/** Ids and secrets generated for one decision, by kind, and how many of them the present run has reused. */
class RunIds {
  /** Absent until the decision needs an id. */
  private kinds: Map<string, { readonly made: string[]; next: number }> | undefined;

  rewind(): void {
    for (const kind of this.kinds?.values() ?? []) kind.next = 0;
  }

  reuse(name: string): string | undefined {
    const kind = this.kinds?.get(name);
    const known = kind?.made[kind.next];
    if (kind && known !== undefined) kind.next += 1;
    return known;
  }

  keep(name: string, made: string): string {
    this.kinds ??= new Map();
    const kind = this.kinds.get(name);
    if (!kind) this.kinds.set(name, { made: [made], next: 1 });
    else kind.next = kind.made.push(made);
    return made;
  }
}

/** Generates the same ids and secrets in each run of a decision, and new ones outside of decisions. */
export class StableIds implements Ids {
  private readonly source: Ids;
  /** Ids of the running decision. Decisions are synchronous, so at most one runs. */
  private runIds: RunIds | undefined;

  constructor(source: Ids) {
    this.source = source;
  }

  next(prefix: IdPrefix): string {
    return this.runIds?.reuse(prefix) ?? this.remember(prefix, this.source.next(prefix));
  }

  uuid(): string {
    return this.runIds?.reuse('uuid') ?? this.remember('uuid', this.source.uuid());
  }

  secret(length: number): string {
    const name = `secret of ${length}`;
    return this.runIds?.reuse(name) ?? this.remember(name, this.source.secret(length));
  }

  /** Wraps a decision, so that each of its runs gets the ids and secrets of the first. */
  wrap<R>(decide: (rows: Rows) => R): (rows: Rows) => R {
    const taken = new RunIds();
    return (rows) => {
      taken.rewind();
      this.runIds = taken;
      try {
        return decide(rows);
      } finally {
        this.runIds = undefined;
      }
    };
  }

  private remember(name: string, made: string): string {
    return this.runIds?.keep(name, made) ?? made;
  }
}

/**
 * Gives each run of a decision the same ids and secrets. The clock is not repeated: rows ordered by write time need the
 * time of the last run. Must be the last step, so that the ids of events repeat too.
 */
export function repeatIds(ids: StableIds): DecisionStep {
  return (decide) => ids.wrap(decide);
}
