import { notFoundError, PortalError } from '../domain/errors/portal-error.js';
import type { Delivery, NewDelivery } from '../domain/webhook/delivery.js';
import type { Rows } from '../ports.js';
import { type Enqueued, enqueueDeliveries } from './enqueue.js';

/**
 * Sends the events of deliveries again, with the same event ids and bodies, after the deliveries already waiting. A
 * delivery that is still waiting is returned unchanged.
 * @param isNamed false for deliveries that the caller's request cannot name; they count as absent
 * @throws PortalError `delivery_not_found`, `delivery_erased`
 */
export function resendDeliveries(
  rows: Rows,
  ids: readonly string[],
  isNamed: (delivery: Delivery) => boolean,
  now: number,
): Enqueued {
  const found = rows.many('delivery', ids);
  const all = ids.map((id) => {
    const one = found.get(id);
    if (!one || !isNamed(one)) throw notFoundError('delivery_not_found');
    return one;
  });
  const waiting = all.filter(({ state }) => state === 'waiting');
  const { writes, deliveries } = enqueueDeliveries(
    rows,
    all.filter(({ state }) => state !== 'waiting').map((one) => again(one)),
    now,
  );
  return { writes, deliveries: [...waiting, ...deliveries] };
}

/** Returns the ids of dead deliveries, in the given order. Omits those that were resent, and those without a body. */
export function findUnsent(deliveries: readonly Delivery[]): string[] {
  const resent = new Set(deliveries.flatMap(({ resends }) => resends ?? []));
  return deliveries
    .filter(({ id, state, payload }) => state === 'dead' && payload !== null && !resent.has(id))
    .map(({ id }) => id);
}

function again(delivery: Delivery): NewDelivery {
  const { id, organization_id, receiver, form, event_id, type, subject, subject_version, payload } = delivery;
  if (payload === null)
    throw new PortalError('delivery_erased', `A person was erased from delivery ${id}, so it cannot be sent again.`);
  return { organization_id, receiver, form, event_id, type, subject, subject_version, payload, resends: id };
}
