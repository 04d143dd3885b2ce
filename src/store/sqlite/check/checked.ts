/** What one part of a check has found. */
export interface Checked {
  readonly part: 'file' | 'orders' | 'stock' | 'usage' | 'events';
  /** How many pages, orders, items, organizations or lanes of events were looked at. */
  readonly count: number;
  /** Sentences; empty = the part is valid. */
  readonly faults: readonly string[];
}
