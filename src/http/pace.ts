import type { Request, RequestHandler, Response } from 'express';
import { FairQueue } from '../calls/fair-queue.js';
import type { Client } from './client.js';

/** Milliseconds per turn of the event loop during which requests start; the rest start in the next turn. */
const SLICE = 5;
/** Shorter slice while connections arrive: Node accepts one per turn, and a health check may wait for all others. */
const SLICE_BESIDE_ARRIVALS = 1;

interface Arrival {
  readonly request: Request;
  readonly response: Response;
  readonly begin: () => void;
}

/**
 * Starts the requests that were read in a turn of the event loop together at its end, so that they share one snapshot
 * of the database. No turn takes long: requests for which its time is too short wait for the next turn, in rotation by
 * address, and within an address by key. Most requests are answered in the turn in which they start, so hundreds of
 * busy connections would otherwise delay new connections and health checks.
 *
 * @param accepted number of connections accepted since the start
 * @param now milliseconds of any clock that never goes back
 */
export function pace(
  accepted: () => number,
  clientOf: (request: Request) => Client,
  now: () => number = () => performance.now(),
): RequestHandler {
  const waiting = new FairQueue<Arrival>();
  /** Requests read in this turn. */
  let arrived: Arrival[] = [];
  let isScheduled = false;
  /** End of the time in which requests start in this turn. */
  let until = 0;
  let seen = 0;

  const scheduleTurn = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(beginTurn);
  };
  const beginTurn = () => {
    isScheduled = false;
    const batch = arrived;
    arrived = [];
    // A lone request shares its turn with no other, so it needs no clock.
    if (batch.length === 1 && waiting.length === 0) return batch.forEach(beginUnlessGone);
    for (const arrival of batch) {
      const { address = '', key = '' } = clientOf(arrival.request);
      waiting.push(arrival, [address, key]);
    }
    const count = accepted();
    until = now() + (count > seen ? SLICE_BESIDE_ARRIVALS : SLICE);
    seen = count;
    beginWaiting();
  };
  const beginWaiting = () => {
    const next = now() < until ? waiting.shift() : undefined;
    if (next) {
      beginUnlessGone(next);
      // Runs after the synchronous part of the request, so that its time counts.
      queueMicrotask(() => process.nextTick(beginWaiting));
    } else if (waiting.length > 0) scheduleTurn();
  };
  return (request, response, begin) => {
    arrived.push({ request, response, begin });
    scheduleTurn();
  };
}

function beginUnlessGone({ response, begin }: Arrival): void {
  if (!response.closed) begin();
}
