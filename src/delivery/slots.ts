import { boundedCache } from '../domain/values/bounded-cache.js';
import type { Outcome } from '../domain/webhook/delivery.js';
import { isMailReceiver } from '../domain/webhook/mail-receiver.js';
import { isRetried } from '../domain/webhook/retry.js';

const MAX_IN_FLIGHT = 128;
const MAX_IN_FLIGHT_PER_RECEIVER = 4;
/** One mail server gets the mail of all addresses, so together they have few of the slots. */
const MAX_MAILS_IN_FLIGHT = 16;
/** After this many consecutive failures, a receiver gets one attempt at a time until one succeeds. */
const FAILURES_UNTIL_ONE = 3;
/** Number of receivers whose failures are counted. */
const MAX_REMEMBERED = 10_000;

/** Outcomes of a mail that show that its server works. */
const SERVER_WORKS: ReadonlySet<Outcome> = new Set(['acknowledged', 'refused', 'address_refused']);

/** Name under which the attempts of all mail are counted. */
const MAIL_SERVER = 'mail';

/**
 * Limits attempts in flight, in total, per receiver, and for all mail together, so that a slow receiver or mail server
 * does not delay the others.
 */
export class Slots {
  private readonly busy = new Map<string, number>();
  private readonly failures = boundedCache<number>(MAX_REMEMBERED);
  private total = 0;
  private hasDenied = false;

  /** Number of attempts that may start for a receiver now. */
  free(receiver: string): number {
    const own = this.left(receiver, MAX_IN_FLIGHT_PER_RECEIVER);
    const mail = isMailReceiver(receiver) ? this.left(MAIL_SERVER, MAX_MAILS_IN_FLIGHT) : MAX_IN_FLIGHT;
    const shared = Math.min(mail, MAX_IN_FLIGHT - this.total);
    if (own > 0 && shared <= 0) this.hasDenied = true;
    return Math.max(0, Math.min(own, shared));
  }

  acquire(receiver: string): void {
    this.total += 1;
    for (const name of namesOf(receiver)) this.busy.set(name, (this.busy.get(name) ?? 0) + 1);
  }

  /** Frees a slot. Returns true if a shared limit has denied a receiver a slot since the last call. */
  release(receiver: string): boolean {
    this.total -= 1;
    for (const name of namesOf(receiver)) {
      const left = (this.busy.get(name) ?? 1) - 1;
      if (left > 0) this.busy.set(name, left);
      else this.busy.delete(name);
    }
    const denied = this.hasDenied;
    this.hasDenied = false;
    return denied;
  }

  /** Counts consecutive failures of a receiver, and those of the mail server. */
  recordOutcome(receiver: string, outcome: Outcome): void {
    this.count(receiver, outcome !== 'acknowledged');
    if (!isMailReceiver(receiver)) return;
    if (isRetried(outcome)) this.count(MAIL_SERVER, true);
    // A mail server that rejects one address may still accept all others. Other outcomes did not involve it.
    else if (SERVER_WORKS.has(outcome)) this.count(MAIL_SERVER, false);
  }

  private count(name: string, hasFailed: boolean): void {
    if (hasFailed) this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
    else this.failures.delete(name);
  }

  private left(name: string, most: number): number {
    const limit = (this.failures.get(name) ?? 0) >= FAILURES_UNTIL_ONE ? 1 : most;
    return limit - (this.busy.get(name) ?? 0);
  }
}

function namesOf(receiver: string): readonly string[] {
  return isMailReceiver(receiver) ? [receiver, MAIL_SERVER] : [receiver];
}
