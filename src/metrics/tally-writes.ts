import type { Tally } from '../calls/tally.js';
import type { DecisionStep } from '../store/wrap-decisions.js';

/** Counts the committed writes of decisions. */
export function tallyWrites(tally: Tally): DecisionStep {
  return (decide, onCommit) => {
    onCommit((writes) => tally.written(writes));
    return decide;
  };
}
