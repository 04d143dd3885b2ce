import type { Write } from '../ports.js';
import type { DecisionStep } from '../store/wrap-decisions.js';
import { buildEventWrites, type EventDeps } from './event-writes.js';

/**
 * Adds the events of each decision to its writes, so that a change and its events commit together. `onEvents` is called
 * after each commit that contains new deliveries.
 */
export function writeEvents(writing: EventDeps, onEvents?: () => void): DecisionStep {
  return (decide, onCommit) => {
    if (onEvents) {
      onCommit((writes) => {
        if (writes.some(isNewDelivery)) onEvents();
      });
    }
    return (rows) => {
      const decision = decide(rows);
      const events = buildEventWrites(writing, rows, decision.writes);
      return events.length === 0 ? decision : { ...decision, writes: [...decision.writes, ...events] };
    };
  };
}

function isNewDelivery(write: Write): boolean {
  return write.type === 'put' && write.table === 'delivery' && write.replaces === undefined;
}
