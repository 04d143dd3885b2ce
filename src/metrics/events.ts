import type { Registry } from 'prom-client';
import type { Tally } from '../calls/tally.js';
import { inTime } from './in-time.js';
import { counters, gauge } from './kinds.js';

/** What waits, and the age of the oldest in seconds. */
export interface OutboxAge {
  readonly waiting: number;
  readonly oldest: number;
}

interface Sources {
  readonly tally: Tally;
  readonly outbox: () => Promise<OutboxAge>;
}

/** Events on their way to receivers; the queue is that of the database, so every process shows the same. */
export function events(registry: Registry, { tally, outbox }: Sources): void {
  counters(
    registry,
    { name: 'portal_delivery_attempts_total', help: 'Attempts to send an event to a receiver, by outcome' },
    'outcome',
    () => tally.attempts,
  );
  gauge(
    registry,
    { name: 'portal_deliveries_waiting', help: 'Events that their receivers have not acknowledged yet' },
    async () => (await inTime(outbox))?.waiting,
  );
  gauge(
    registry,
    {
      name: 'portal_delivery_oldest_seconds',
      help: 'Age of the oldest event that is next in its order to a receiver and not acknowledged; 0 = none waits',
    },
    async () => (await inTime(outbox))?.oldest,
  );
}
