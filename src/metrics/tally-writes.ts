import type { Tally } from '../calls/tally.js';
import type { DecisionStep } from '../store/wrap-decisions.js';

/** Counts what decisions have written. */
export function tallyWrites(tally: Tally): DecisionStep {
  return (decide, onCommit) => {
    onCommit((writes) => tally.written(writes));
    return decide;
  };
}
