/** What one part of a check has found. */
export interface Checked {
  readonly part: 'file' | 'orders' | 'stock';
  /** How many pages, orders or items were looked at. */
  readonly count: number;
  /** Sentences; empty = the part is valid. */
  readonly faults: readonly string[];
}
