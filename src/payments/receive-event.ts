import { PortalError } from '../domain/errors/portal-error.js';
import { changePayment, type Payment } from '../domain/payment/payment.js';
import {
  type Clock,
  type Decision,
  insertWrite,
  type PaymentHandler,
  type ProviderEvent,
  type ProviderRequest,
  type Rows,
  replaceWrite,
  type StoreWriter,
} from '../ports.js';
import type { CallPlace } from './handler-calls.js';
import type { PaymentGateway } from './payment-gateway.js';

/** Handler and shop that the address of an event names. Without a shop, the operator's account sent it. */
export interface EventAddress {
  readonly handler: string;
  readonly shop?: string;
}

/** An address that exists, and the shop of its handler calls, whose id is empty without a shop. */
interface EventSource {
  readonly address: EventAddress;
  readonly place: CallPlace;
}

export interface EventParts {
  readonly store: StoreWriter;
  readonly gateway: PaymentGateway;
  readonly clock: Clock;
}

/**
 * Finds the source of events at an address.
 * @throws PortalError `not_found` if there is no such shop, or no handler that receives events
 */
export async function findEventSource({ store, gateway }: EventParts, address: EventAddress): Promise<EventSource> {
  const { handler, shop: shopId } = address;
  const shop = shopId === undefined ? { id: '', name: '' } : await store.read((rows) => rows.get('shop', shopId));
  if (!receives(gateway.handler(handler)) || !shop)
    throw new PortalError('not_found', 'No payment handler receives events at this address.');
  return { address, place: { shop: { id: shop.id, name: shop.name } } };
}

function receives(handler: PaymentHandler | undefined): boolean {
  return handler?.receive !== undefined;
}

/**
 * Verifies an event and stores that it arrived. Returns the ids of its payments, which are then due: only what the
 * handler reports about them counts. None are returned for a repeated event, or one about payments of others.
 * @throws PortalError `payment_event_invalid` if the signature is wrong, `unavailable` if the event must be sent again
 */
export async function receiveEvent(
  parts: EventParts,
  { address, place }: EventSource,
  request: ProviderRequest,
): Promise<readonly string[]> {
  const event = await parts.gateway.receive(address.handler, request, place);
  if (!event)
    throw new PortalError('payment_event_invalid', 'The signature of the event is wrong, or older than allowed.');
  const found = await parts.store.read((rows) => findPayments(rows, address, event));
  const owners = new Set(found.map(({ organization_id }) => organization_id));
  if (owners.size === 0) return [];
  const [owner] = owners.size === 1 ? owners : [];
  return parts.store.update((rows) => acceptEvent(rows, address, event, owner, parts.clock.now()), owner);
}

/** Finds the payments that an event is about. An address stands for one account, so it has no others. */
function findPayments(rows: Rows, { handler, shop }: EventAddress, { attempt_ids }: ProviderEvent): Payment[] {
  const payments = [...rows.many('payment', [...new Set(attempt_ids)]).values()];
  return payments.filter((one) => one.handler_id === handler && (shop === undefined || one.shop_id === shop));
}

/** Builds the writes that store an event once and make its payments due. `owner`: the organization of all of them. */
function acceptEvent(
  rows: Rows,
  address: EventAddress,
  event: ProviderEvent,
  owner: string | undefined,
  now: number,
): Decision<readonly string[]> {
  const id = `${address.handler}/${address.shop ?? ''}/${event.id}`;
  if (rows.get('payment_event', id)) return { writes: [], result: [] };
  const payments = findPayments(rows, address, event);
  const attempt_ids = payments.map((one) => one.id);
  const stored = {
    id,
    ...(owner !== undefined && { organization_id: owner }),
    attempt_ids,
    created_at: now,
    version: 0,
  };
  return {
    writes: [
      insertWrite('payment_event', stored),
      ...payments.map((one) => replaceWrite('payment', one, changePayment(one, { ask_at: now }, now))),
    ],
    result: attempt_ids,
  };
}
