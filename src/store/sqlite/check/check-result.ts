/** Result of one part of a check. */
export interface CheckResult {
  readonly part: 'file' | 'orders' | 'stock' | 'usage' | 'events';
  /** Pages, orders, items, organizations or lanes checked. */
  readonly count: number;
  /** Sentences; empty if the part is valid. */
  readonly faults: readonly string[];
}
