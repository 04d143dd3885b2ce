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
