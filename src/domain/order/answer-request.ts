import { notFoundError, PortalError } from '../errors/portal-error.js';
import type { Destination } from '../values/address.js';
import { adjust } from './adjust.js';
import { cancel } from './cancel.js';
import { changeDestination } from './change-destination.js';
import { countReturnedUnits } from './line-money.js';
import type { Order } from './order.js';
import {
  MAX_REQUESTS,
  type OrderRequest,
  REQUEST_TRANSITIONS,
  type RequestAction,
  type RequestedUnits,
  type RequestStatus,
  type RequestType,
} from './order-request.js';

/** Content of a new request. */
export interface RequestContent {
  readonly type: RequestType;
  readonly line_items?: readonly RequestedUnits[] | undefined;
  readonly destination?: Destination | undefined;
  readonly reason?: string | undefined;
}

/** Parts of an answer that the merchant chooses. */
export interface RequestAnswer {
  readonly reason?: string | undefined;
  /** True to record a return and refund it now, since the units are back or need not be sent. */
  readonly received?: boolean | undefined;
  /** True to put returned units back on sale. */
  readonly restock?: boolean | undefined;
}

/** Identity of what an accepted request records. */
export interface Acceptance {
  /** Id of the adjustment of a cancellation or return. */
  readonly adjustmentId: string;
  readonly now: number;
  readonly automatic?: boolean;
}

/** Finds the first invalid member and its problem. Checks only rules that do not depend on the order. */
export function findContentProblem({
  type,
  line_items,
  destination,
}: RequestContent): readonly [string, string] | undefined {
  if (type === 'address_change' && !destination) return ['destination', 'is required for another address'];
  if (type !== 'address_change' && destination) return ['destination', 'must be absent, except for address_change'];
  if (type === 'address_change' && line_items) return ['line_items', 'must be absent for address_change'];
  return undefined;
}

/**
 * Adds a request to an order, if the merchant could grant it now.
 * @throws PortalError `order_request_waiting`, `limit_exceeded`, `invalid_request`, and those of the action that it asks
 * for
 */
export function makeRequest(order: Order, content: RequestContent, id: string, now: number): Order {
  const { type } = content;
  const before = order.requests ?? [];
  if (before.some((one) => one.type === type && one.status === 'waiting'))
    throw new PortalError('order_request_waiting', `A request of the type ${type} is waiting for the merchant.`);
  if (before.length >= MAX_REQUESTS)
    throw new PortalError('limit_exceeded', `An order has at most ${MAX_REQUESTS} requests.`);
  const request: OrderRequest = {
    id,
    type,
    status: 'waiting',
    ...unitsOf(order, content),
    ...(content.destination && { destination: content.destination }),
    ...(content.reason !== undefined && { reason: content.reason }),
    created_at: now,
  };
  // Throws what would prevent the merchant from accepting it.
  performRequest(order, request, { received: true }, { adjustmentId: id, now });
  return { ...order, requests: [...before, request], updated_at: now };
}

/** A return without lines is about all units that are with the buyer, so that the merchant sees which. */
function unitsOf(order: Order, { type, line_items }: RequestContent): Pick<OrderRequest, 'line_items'> {
  if (line_items) return { line_items };
  if (type !== 'return') return {};
  const returned = countReturnedUnits(order);
  const out = order.line_items.map(({ id, quantity }) => ({
    id,
    quantity: quantity.fulfilled - (returned.get(id) ?? 0),
  }));
  return { line_items: out.filter(({ quantity }) => quantity > 0) };
}

/**
 * Finds a request of an order.
 * @throws PortalError `order_request_not_found`
 */
export function findRequest({ requests = [] }: Pick<Order, 'requests'>, id: string): OrderRequest {
  const found = requests.find((one) => one.id === id);
  if (!found) throw notFoundError('order_request_not_found');
  return found;
}

/**
 * Accepts a request: cancels what it names, changes the address, or agrees to a return. A return moves money only if
 * the units have been received.
 * @throws PortalError `order_request_not_found`, `order_request_closed`, and those of the action
 */
export function acceptRequest(order: Order, id: string, answer: RequestAnswer, acceptance: Acceptance): Order {
  const request = findRequest(order, id);
  const status = nextStatus(request, 'accept');
  // The merchant may have canceled the order otherwise meanwhile.
  const isDone = request.type === 'cancel' && order.status === 'canceled';
  const performed = isDone ? order : performRequest(order, request, answer, acceptance);
  return close(performed, request, { status, answer: answer.reason, ...acceptance });
}

/**
 * Refuses a request, with a reason for the buyer.
 * @throws PortalError `order_request_not_found`, `order_request_closed`
 */
export function refuseRequest(order: Order, id: string, reason: string, now: number): Order {
  const request = findRequest(order, id);
  return close(order, request, { status: nextStatus(request, 'refuse'), answer: reason, now });
}

/**
 * Takes a request back, before it is answered.
 * @throws PortalError `order_request_not_found`, `order_request_closed`
 */
export function withdrawRequest(order: Order, id: string, now: number): Order {
  const request = findRequest(order, id);
  return close(order, request, { status: nextStatus(request, 'withdraw'), now });
}

/** @throws PortalError `order_request_closed` */
function nextStatus({ status }: OrderRequest, action: RequestAction): RequestStatus {
  const next = REQUEST_TRANSITIONS[status][action];
  if (next === undefined) throw new PortalError('order_request_closed', `The request is ${status}.`);
  return next;
}

function performRequest(order: Order, request: OrderRequest, answer: RequestAnswer, acceptance: Acceptance): Order {
  const { type, line_items, destination, reason } = request;
  const { adjustmentId, now } = acceptance;
  const why = { reason, visible: reason !== undefined };
  if (type === 'address_change') return destination ? changeDestination(order, destination, now) : order;
  if (type === 'cancel') return cancel(order, { ...why, line_items }, adjustmentId, now);
  if (!answer.received) return order;
  return adjust(order, { ...why, type: 'return', line_items, restock: answer.restock }, adjustmentId, now);
}

interface Closing {
  readonly status: RequestStatus;
  readonly answer?: string | undefined;
  readonly now: number;
  readonly automatic?: boolean;
}

function close(order: Order, { id }: OrderRequest, { status, answer, now, automatic }: Closing): Order {
  const requests = (order.requests ?? []).map((one): OrderRequest => {
    if (one.id !== id) return one;
    return {
      ...one,
      status,
      ...(answer !== undefined && { answer }),
      ...(automatic && { automatic: true }),
      answered_at: now,
    };
  });
  return { ...order, requests, updated_at: now };
}

/** Instant since which a request of the order waits for the merchant; null if none does. */
export function waitingSince({ requests = [] }: Pick<Order, 'requests'>): number | null {
  return requests.find(({ status }) => status === 'waiting')?.created_at ?? null;
}
