/** Reads and writes the rows of one table with statements that are prepared once. */
export interface Aggregate<R> {
  one(key: string): R | undefined;
  /** The rows that exist, by key. */
  many(keys: readonly string[]): Map<string, R>;
  /**
   * Inserts a row, or puts it in the place of the version that was read. Answers its key.
   * @throws StoreConflict `exists` or `version`
   */
  put(row: R, replaces: number | undefined): string;
  /** Takes the row away, if it is there. */
  remove(key: string): void;
}
