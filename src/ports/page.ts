/** Position after which a list continues. */
export interface Position {
  readonly created_at: number;
  readonly id: string;
}

/** A page of a list. `next` is the position of its end; `undefined` on the last page. */
export interface Page<T, P = Position> {
  readonly entries: readonly T[];
  readonly next: P | undefined;
}

/** End position of a page of a list ordered by id or key. */
export interface IdPosition {
  readonly id: string;
}

/** Types of a list: its filter, its entries, and the position at the end of a page. */
export interface List<Filter, Entry, At = Position> {
  readonly filter: Filter;
  readonly entry: Entry;
  readonly position: At;
}

/** Filter that matches all tenants. */
export type All = Readonly<Record<string, never>>;
