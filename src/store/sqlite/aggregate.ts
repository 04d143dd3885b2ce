/** Reads and writes the rows of one table with statements that are prepared once. */
export interface Aggregate<R> {
  one(key: string): R | undefined;
  /** The rows that exist, by key. */
  many(keys: readonly string[]): Map<string, R>;
  /**
   * Inserts a row of version 0, or replaces the version that was read. Answers its key.
   * @throws StoreConflict `exists` or `version`
   */
  put(row: R): string;
  /** Takes the row away, if it is there. */
  remove(key: string): void;
}
