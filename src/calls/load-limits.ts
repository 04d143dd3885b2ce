import { PortalError } from '../domain/errors/portal-error.js';
import type { Caller } from '../domain/tenant/tenant.js';
import type { Call } from './call.js';
import type { Callable } from './define.js';
import type { Portal } from './portal.js';

type Limits = Pick<Portal, 'rateLimit' | 'organizationLimit' | 'clock' | 'tally'>;

/**
 * Counts a request against its key and its organization.
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

/** A costly call counts as several requests; one of them is counted already. */
export function spendWeight(portal: Limits, caller: Caller, now: number, weight: number): void {
  portal.rateLimit?.spend(caller.id, now, weight - 1);
  portal.organizationLimit?.spend(caller.organization_id, now, weight - 1);
}

/**
 * Refuses a write early, before its body is read, when those before it already wait too long.
 * @throws PortalError `unavailable`
 */
export function assertQueueIsShort({ writeWait, tally }: Pick<Portal, 'writeWait' | 'tally'>): void {
  const wait = writeWait.expected();
  if (wait <= writeWait.most) return;
  tally.rejected('write_queue');
  const detail = 'More writes are waiting than the database takes at the moment; try again.';
  throw new PortalError('unavailable', detail, Math.ceil(wait / 1000));
}

/**
 * Ends a call that only reads when its client has gone. One that writes goes on: its client may repeat it, and must find what it did.
 * @throws PortalError `unavailable`, from the answered function; nobody receives it
 */
export function wantedBy(call: Pick<Call, 'isGone'>, { effect }: Pick<Callable, 'effect'>): () => void {
  const { isGone } = call;
  if (!isGone || effect !== 'read') return () => {};
  return () => {
    if (isGone()) throw new PortalError('unavailable', 'The client has closed the connection.', 1);
  };
}
