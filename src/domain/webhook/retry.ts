import type { Delivery, Outcome } from './delivery.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Period after an event in which its deliveries are retried. Milliseconds. */
export const RETRY_PERIOD_MS = 24 * HOUR;

/** Delays after the first failures, in order; later failures use the last delay. Milliseconds. */
const RETRY_DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/**
 * Maximum random variation of a delay, as a fraction, so that receivers that failed together are not retried together.
 */
const JITTER = 0.2;

/** Age above which a delivery that was tried at least once becomes dead instead of being tried again. Milliseconds. */
const ABANDON_AFTER_MS = RETRY_PERIOD_MS + HOUR;

const RETRIED: ReadonlySet<Outcome> = new Set(['unavailable', 'timeout', 'unreachable', 'server_refused', 'mail_off']);

/** True if the failure may pass, so that the delivery is tried again. */
export function isRetried(outcome: Outcome): boolean {
  return RETRIED.has(outcome);
}

/** Statuses besides 5xx that mean "retry later". */
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

export function classifyStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged';
  if (status === 410) return 'gone';
  return status >= 500 || RETRY_STATUSES.has(status) ? 'unavailable' : 'refused';
}

interface Failure {
  readonly outcome: Outcome;
  /** Value of `Retry-After`, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Random number from 0 to 1, new for each failure. */
  readonly random: number;
}

/**
 * Returns the time of the next attempt after `attempts` failures; `undefined` if the delivery is dead. Milliseconds
 * since the epoch.
 */
export function retryAt(
  { attempts, created_at }: Pick<Delivery, 'attempts' | 'created_at'>,
  { outcome, retryAfter = 0, random: drawn }: Failure,
  now: number,
): number | undefined {
  const end = created_at + RETRY_PERIOD_MS;
  if (!isRetried(outcome) || now >= end) return undefined;
  const wait = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
  const drawnWait = wait * (1 + JITTER * (2 * drawn - 1));
  return Math.min(end, now + Math.max(Math.round(drawnWait), retryAfter));
}

export function isAbandoned({ attempts, created_at }: Pick<Delivery, 'attempts' | 'created_at'>, now: number): boolean {
  return attempts > 0 && now > created_at + ABANDON_AFTER_MS;
}

/** Parses `Retry-After`, given in seconds or as a date, to milliseconds from now. `undefined` if absent or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
