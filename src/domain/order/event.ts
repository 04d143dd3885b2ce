/**
 * Events that move units out of the shop, events about units that are still in it, and events about units that have
 * moved (docs/orders.md, Fulfillment).
 */
export const MOVING_EVENTS = ['shipped', 'picked_up', 'provisioned'] as const;
const WAITING_EVENTS = ['ready_for_pickup'] as const;
const INFORMATIVE_EVENTS = [
  'in_transit',
  'delivered',
  'failed_attempt',
  'undeliverable',
  'returned_to_sender',
] as const;
export const EVENT_TYPES = [...MOVING_EVENTS, ...WAITING_EVENTS, ...INFORMATIVE_EVENTS] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** True for events that move units out of the shop. */
export function isMovingEvent({ type }: Pick<FulfillmentEvent, 'type'>): boolean {
  return MOVING_EVENTS.some((one) => one === type);
}

/** True for events about units in the shop, which an order must permit like a shipment. */
export function isOfUnitsInShop(type: EventType): boolean {
  return [...MOVING_EVENTS, ...WAITING_EVENTS].some((one) => one === type);
}

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_EVENTS = 500;

/** Carrier of units, and how to follow them. */
export interface Tracking {
  readonly carrier?: string;
  readonly tracking_number?: string;
  readonly tracking_url?: string;
}

/** Tracking that a correction replaced. */
export interface EarlierTracking extends Tracking {
  /** Time of the correction. */
  readonly until: number;
}

export interface FulfillmentEvent extends Tracking {
  readonly id: string;
  readonly type: EventType;
  readonly line_items: readonly { readonly id: string; readonly quantity: number }[];
  readonly occurred_at: number;
  readonly description?: string;
  /** Oldest first; absent if the tracking was never corrected. */
  readonly earlier_tracking?: readonly EarlierTracking[];
}

/** True if the event has or had this tracking number. */
export function hasHadNumber(event: FulfillmentEvent, tracking_number: string): boolean {
  return [event, ...(event.earlier_tracking ?? [])].some((one) => one.tracking_number === tracking_number);
}
