/** Where a list goes on: after this entry. */
export interface Position {
  readonly created_at: number;
  readonly id: string;
}

/** A page of a list, and where the next one starts; undefined = this is the last. */
export interface Page<T, P = Position> {
  readonly entries: readonly T[];
  readonly next: P | undefined;
}

/** Where a page ended of a list that is ordered by id. */
export interface IdPosition {
  readonly id: string;
}

/** The form of a list: its filter, its entries, and the position at which a page ends. */
export interface List<Filter, Entry, At = Position> {
  readonly filter: Filter;
  readonly entry: Entry;
  readonly position: At;
}

/** Of every tenant. */
export type All = Readonly<Record<string, never>>;
