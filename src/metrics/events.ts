import type { Registry } from 'prom-client';
import type { Tally } from '../calls/tally.js';
import { readInTime } from './in-time.js';
import { counters, gauge } from './kinds.js';

/** Number of undelivered events, and the age of the oldest in seconds. */
export interface OutboxAge {
  readonly waiting: number;
  readonly oldest: number;
}

interface Sources {
  readonly tally: Tally;
  readonly outbox: () => Promise<OutboxAge>;
}

/**
 * Registers the metrics of deliveries. Each process counts its own attempts. The other values are read from the
 * database, so every process exposes the same ones.
 */
export function events(registry: Registry, { tally, outbox }: Sources): void {
  counters(
    registry,
    { name: 'portal_delivery_attempts_total', help: 'Attempts to send an event to a receiver, by outcome' },
    'outcome',
    () => tally.attempts,
  );
  gauge(
    registry,
    { name: 'portal_deliveries_waiting', help: 'Undelivered events' },
    async () => (await readInTime(outbox))?.waiting,
  );
  gauge(
    registry,
    {
      name: 'portal_delivery_oldest_seconds',
      help: 'Age in seconds of the oldest undelivered event at the head of a lane; 0 if none',
    },
    async () => (await readInTime(outbox))?.oldest,
  );
}
