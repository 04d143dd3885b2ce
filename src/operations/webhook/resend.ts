import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Delivery, NewDelivery } from '../../domain/webhook/delivery.js';
import { type Enqueued, enqueueDeliveries } from '../../outbox/enqueue.js';
import type { Rows } from '../../ports.js';

/**
 * Sends the events of deliveries again, with the same event ids and bodies, after the deliveries already waiting. A
 * delivery that is still waiting is returned unchanged.
 * @throws PortalError `delivery_not_found`, `delivery_erased`
 */
export function resendDelivery(rows: Rows, receiver: string, ids: readonly string[], now: number): Enqueued {
  const found = rows.many('delivery', ids);
  const all = ids.map((id) => {
    const one = found.get(id);
    if (one?.receiver !== receiver) throw notFoundError('delivery_not_found');
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

function again(delivery: Delivery): NewDelivery {
  const { id, organization_id, receiver, form, event_id, type, subject, subject_version, payload } = delivery;
  if (payload === null)
    throw new PortalError('delivery_erased', `A person was erased from delivery ${id}, so it cannot be sent again.`);
  return { organization_id, receiver, form, event_id, type, subject, subject_version, payload, resends: id };
}
