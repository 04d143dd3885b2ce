import type { RequestHandler } from 'express';

/** How long requests begin in one turn of the event loop; what is left then begins in the next turn. Milliseconds. */
const SLICE = 30;
/** The same while connections arrive: Node accepts one of them in a turn, and a health check may be the last. */
const SLICE_BESIDE_ARRIVALS = 1;

/**
 * Begins requests so that no turn of the event loop is long. Most requests are answered in the turn in which they are read, so hundreds
 * of busy connections would make long turns, between which no new connection and no health check is looked at.
 *
 * @param accepted connections that were accepted so far
 * @param now milliseconds, of any clock that does not go back
 */
export function pace(accepted: () => number, now: () => number = () => performance.now()): RequestHandler {
  const waiting: (() => void)[] = [];
  /** When this turn began to begin requests; undefined = it has not. */
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
    // After all that the request does at once, so that its time counts.
    queueMicrotask(() => process.nextTick(beginWaiting));
  };
  return (_request, _response, begin) => {
    if (waiting.length > 0 || isOver()) {
      waiting.push(begin);
      return;
    }
    if (began === undefined) beginTurn();
    begin();
  };
}
