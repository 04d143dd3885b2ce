import type { PaymentGrant } from '../checkout/payment-grant.js';
import { orNull } from '../values/present.js';
import type { HiddenMember } from './evidence.js';
import type { Order } from './order.js';

/** Values of an order that its receipt context holds as hashes, as JSON; `undefined` if the order has none. */
export const HIDDEN_MEMBERS: Readonly<Record<HiddenMember, (order: Order) => unknown>> = {
  buyer: ({ buyer_id, buyer, payment }) => ({
    buyer_id,
    buyer: orNull(buyer),
    instrument: orNull(payment.instrument),
  }),
  address: ({ billing_address, fulfillment }) => ({
    billing_address: orNull(billing_address),
    destinations: fulfillment.expectations.map(({ id, destination, description }) => ({
      id,
      destination: orNull(destination),
      description,
    })),
  }),
  properties({ line_items }) {
    const given = line_items.flatMap(({ id, properties }) =>
      properties.length > 0 ? [{ id, properties: properties.map(({ name, value }) => ({ name, value })) }] : [],
    );
    return given.length > 0 ? given : undefined;
  },
  grant: ({ grant }) => grant && disclosedGrant(grant),
};

/** The permission of a payment, as it is hashed and disclosed. */
export function disclosedGrant({ id, buyer_id, client, ends_at, limits, spent, approved }: PaymentGrant) {
  return {
    id,
    buyer_id,
    client: client ? { id: client.client_id, kind: client.client_kind, host: client.client_host } : null,
    ends_at: ends_at === undefined ? null : new Date(ends_at).toISOString(),
    limits: limits
      ? {
          currency: limits.currency,
          per_order: orNull(limits.per_order),
          per_30_days: orNull(limits.per_30_days),
          ask_above: orNull(limits.ask_above),
          ...(limits.categories && { categories: [...limits.categories] }),
        }
      : null,
    spent,
    approved: approved === true,
  };
}
