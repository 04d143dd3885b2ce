import type { Decision, Rows, Store } from '../ports.js';
import { WrappedStore } from '../store/wrapped-store.js';
import { type EventWriting, eventWrites } from './event-writes.js';

/**
 * A store that writes the events of each decision in its transaction, so that what happened and the word of it are durable
 * together, whoever decided it.
 */
export class OutboxStore extends WrappedStore {
  private readonly writing: EventWriting;
  private readonly onEvents: () => void;

  /** `onEvents` is told when events have become durable. */
  constructor(inner: Store, writing: EventWriting, onEvents: () => void = nothing) {
    super(inner);
    this.writing = writing;
    this.onEvents = onEvents;
  }

  override async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    let hasEvents = false;
    const result = await super.update((rows) => {
      const decision = decide(rows);
      const events = eventWrites(this.writing, rows, decision.writes);
      hasEvents = events.length > 0 || decision.writes.some(isDelivery);
      return hasEvents ? { ...decision, writes: [...decision.writes, ...events] } : decision;
    });
    if (hasEvents) this.onEvents();
    return result;
  }
}

function isDelivery(write: Decision<unknown>['writes'][number]): boolean {
  return write.type === 'put' && write.table === 'delivery' && write.replaces === undefined;
}

function nothing(): void {}
