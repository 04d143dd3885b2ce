import type { Request, RequestHandler } from 'express';
import { FairQueue } from '../calls/fair-queue.js';
import type { Client } from './client.js';

/** Milliseconds per turn of the event loop during which requests start; the rest start in the next turn. */
const SLICE = 5;
/** Shorter slice while connections arrive: Node accepts one per turn, and a health check may wait for all others. */
const SLICE_BESIDE_ARRIVALS = 1;

/**
 * Starts requests so that no turn of the event loop takes long. Most requests are answered in the turn in which they
 * are read, so hundreds of busy connections would otherwise delay new connections and health checks. Waiting requests
 * start in rotation by address, and within an address by key.
 *
 * @param accepted number of connections accepted since the start
 * @param now milliseconds of any clock that never goes back
 */
export function pace(
  accepted: () => number,
  clientOf: (request: Request) => Client,
  now: () => number = () => performance.now(),
): RequestHandler {
  const waiting = new FairQueue<() => void>();
  /** Time of the first request of this turn, if any. */
  let began: number | undefined;
  let slice = SLICE;
  let seen = 0;

  const isOver = () => began !== undefined && now() - began >= slice;
  const beginTurn = () => {
    const count = accepted();
    slice = count > seen ? SLICE_BESIDE_ARRIVALS : SLICE;
    seen = count;
    began = now();
    setImmediate(endTurn);
  };
  const endTurn = () => {
    began = undefined;
    if (waiting.length > 0) beginTurn();
    beginWaiting();
  };
  const beginWaiting = () => {
    const begin = isOver() ? undefined : waiting.shift();
    if (!begin) return;
    begin();
    // Runs after the synchronous part of the request, so that its time counts.
    queueMicrotask(() => process.nextTick(beginWaiting));
  };
  return (request, _response, begin) => {
    if (waiting.length > 0 || isOver()) {
      const { address = '', key = '' } = clientOf(request);
      waiting.push(begin, [address, key]);
      return;
    }
    if (began === undefined) beginTurn();
    begin();
  };
}
