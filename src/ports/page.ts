/** Position after which a list continues. */
export interface Position {
  readonly created_at: number;
  readonly id: string;
}

/** A page of a list, and the position of the next; `undefined` for the last. */
export interface Page<T, P = Position> {
  readonly entries: readonly T[];
  readonly next: P | undefined;
}

/** End position of a page of a list ordered by id. */
export interface IdPosition {
  readonly id: string;
}

/** Types of a list: filter, entries, and position of a page's end. */
export interface List<Filter, Entry, At = Position> {
  readonly filter: Filter;
  readonly entry: Entry;
  readonly position: At;
}

/** Filter that matches all tenants. */
export type All = Readonly<Record<string, never>>;
