import type { Delivery, Outcome } from './delivery.js';

/** Milliseconds. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long an event is tried, from when it was written down. */
export const TRIED_FOR = 24 * HOUR;

/** Waits after the first failures; after the last of them it stays. */
const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** Each wait is this part longer or shorter at most, so that those who failed together do not come back together. */
const JITTER = 0.2;

/** After this, what a receiver that is down has not taken is given up without another attempt, if it has had one. */
const GIVEN_UP_AFTER = TRIED_FOR + HOUR;

const RETRIED: ReadonlySet<Outcome> = new Set(['unavailable', 'timeout', 'unreachable']);

/** The statuses of an answer that says to come back later, besides 5xx. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged';
  if (status === 410) return 'gone';
  return status >= 500 || LATER.has(status) ? 'unavailable' : 'refused';
}

/** A failure of one attempt. */
interface Failure {
  readonly outcome: Outcome;
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** From 0 to 1, drawn anew each time. */
  readonly drawn: number;
}

/** When a delivery is sent again, after `attempts` of them have failed; undefined = it is dead. Milliseconds since the epoch. */
export function retryAt(
  { attempts, created_at }: Pick<Delivery, 'attempts' | 'created_at'>,
  { outcome, retryAfter = 0, drawn }: Failure,
  now: number,
): number | undefined {
  const end = created_at + TRIED_FOR;
  if (!RETRIED.has(outcome) || now >= end) return undefined;
  const wait = WAITS[Math.min(attempts, WAITS.length) - 1] ?? 0;
  const drawnWait = wait * (1 + JITTER * (2 * drawn - 1));
  return Math.min(end, now + Math.max(Math.round(drawnWait), retryAfter));
}

export function isGivenUp({ attempts, created_at }: Pick<Delivery, 'attempts' | 'created_at'>, now: number): boolean {
  return attempts > 0 && now > created_at + GIVEN_UP_AFTER;
}

/** What `Retry-After` asks for, as seconds or a date; milliseconds from now. Undefined = it does not say. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
