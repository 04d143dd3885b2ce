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
import { findShopAccount, hasPortalAccount } from './payment-accounts.js';
import type { PaymentGateway } from './payment-gateway.js';

/** Handler and shop that the address of an event names. Without a shop, it stands for the operator's account. */
export interface EventAddress {
  readonly handler: string;
  readonly shop?: string;
}

/** An address that exists, with the account and shop of its handler calls. The id of the shop is empty without one. */
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
 * @throws PortalError `not_found` if there is no such shop, no handler that receives events, or no account whose events
 * arrive there
 */
export async function findEventSource({ store, gateway }: EventParts, address: EventAddress): Promise<EventSource> {
  const handler = gateway.handler(address.handler);
  const place = handler?.receive && (await findPlace(store, handler, address.shop));
  if (!place) throw new PortalError('not_found', 'No payment handler receives events at this address.');
  return { address, place };
}

/** Handlers whose shops have no accounts of their own send the operator's events to both addresses. */
async function findPlace(
  store: StoreWriter,
  handler: PaymentHandler,
  shopId: string | undefined,
): Promise<CallPlace | undefined> {
  if (shopId === undefined)
    return hasPortalAccount(handler) ? { account: 'portal', shop: { id: '', name: '' } } : undefined;
  const account = handler.account ? 'shop' : 'portal';
  return store.read((rows) => {
    const shop = rows.get('shop', shopId);
    const isMissing = account === 'shop' && !findShopAccount(rows, shopId, handler.description.id);
    return shop && !isMissing ? { account, shop: { id: shop.id, name: shop.name } } : undefined;
  });
}

/**
 * Verifies an event and stores that it arrived. Returns the ids of its payments, which are then due: only what the
 * handler reports about them counts. None are returned for a repeated event, or one about payments of others.
 * @throws PortalError `payment_event_invalid` if the signature is wrong, `unavailable` if the event must be sent again
 */
export async function receiveEvent(
  parts: EventParts,
  source: EventSource,
  request: ProviderRequest,
): Promise<readonly string[]> {
  const event = await parts.gateway.receive(source.address.handler, request, source.place);
  if (!event)
    throw new PortalError('payment_event_invalid', 'The signature of the event is wrong, or older than allowed.');
  const found = await parts.store.read((rows) => findPayments(rows, source, event));
  const owners = new Set(found.map(({ organization_id }) => organization_id));
  if (owners.size === 0) return [];
  const [owner] = owners.size === 1 ? owners : [];
  return parts.store.update((rows) => acceptEvent(rows, source, event, owner, parts.clock.now()), owner);
}

/** Finds the payments that an event is about. An address stands for one account, so those of others are left out. */
function findPayments(rows: Rows, { address, place }: EventSource, { attempt_ids }: ProviderEvent): Payment[] {
  const payments = [...rows.many('payment', [...new Set(attempt_ids)]).values()];
  return payments.filter(
    ({ handler_id, account = 'portal', shop_id }) =>
      handler_id === address.handler &&
      account === place.account &&
      (address.shop === undefined || shop_id === address.shop),
  );
}

/** Builds the writes that store an event once and make its payments due. `owner`: the organization of all of them. */
function acceptEvent(
  rows: Rows,
  source: EventSource,
  event: ProviderEvent,
  owner: string | undefined,
  now: number,
): Decision<readonly string[]> {
  const { address } = source;
  const id = `${address.handler}/${address.shop ?? ''}/${event.id}`;
  if (rows.get('payment_event', id)) return { writes: [], result: [] };
  const payments = findPayments(rows, source, event);
  const stored = { id, ...(owner !== undefined && { organization_id: owner }), created_at: now, version: 0 };
  return {
    writes: [
      insertWrite('payment_event', stored),
      ...payments.map((one) => replaceWrite('payment', one, changePayment(one, { ask_at: now }, now))),
    ],
    result: payments.map((one) => one.id),
  };
}
