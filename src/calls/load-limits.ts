import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Call } from './call.js';
import type { Callable } from './define.js';
import type { Portal } from './portal.js';

type Limits = Pick<Portal, 'rateLimit' | 'organizationLimit' | 'clock' | 'tally'>;

/**
 * Counts a request toward the rate limits of its key and its organization.
 * @throws PortalError `rate_limited`
 */
export function assertWithinLimit(portal: Limits, caller: Caller): void {
  const now = portal.clock.now();
  const byKey = portal.rateLimit?.take(caller.id, now) ?? 0;
  if (byKey > 0) {
    portal.tally.rejected('key_rate');
    throw new PortalError('rate_limited', `Too many requests by this key; wait ${byKey} s.`, byKey);
  }
  const byAll = portal.organizationLimit?.take(caller.organization_id, now) ?? 0;
  if (byAll > 0) {
    portal.tally.rejected('organization_rate');
    throw new PortalError(
      'rate_limited',
      `Too many requests by the keys of this organization; wait ${byAll} s.`,
      byAll,
    );
  }
}

/** Counts the remaining requests of a call that counts as several; the first one is already counted. */
export function spendWeight(portal: Limits, caller: Caller, now: number, weight: number): void {
  portal.rateLimit?.spend(caller.id, now, weight - 1);
  portal.organizationLimit?.spend(caller.organization_id, now, weight - 1);
}

/**
 * Rejects a write, before its body is read, if queued writes are expected to wait too long.
 * @throws PortalError `unavailable`
 */
export function assertQueueIsShort({ writeWait, tally }: Pick<Portal, 'writeWait' | 'tally'>): void {
  const wait = writeWait.expected();
  if (wait <= writeWait.most) return;
  tally.rejected('write_queue');
  const detail = 'More writes are waiting than the database accepts at the moment; try again.';
  throw new PortalError('unavailable', detail, Math.ceil(wait / 1000));
}

/**
 * Returns a check that ends a read if its client has disconnected. Writes continue: the client may repeat the call and
 * must find its effect.
 * @throws PortalError `unavailable`, from the returned check; no client receives it
 */
export function makeGoneCheck(call: Pick<Call, 'isGone'>, { effect }: Pick<Callable, 'effect'>): () => void {
  const { isGone } = call;
  if (!isGone || effect !== 'read') return () => {};
  return () => {
    if (isGone()) throw new PortalError('unavailable', 'The client has closed the connection.', 1);
  };
}
