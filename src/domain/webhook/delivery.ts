import { createHash } from 'node:crypto';
import type { SentType } from './event-types.js';

/** `waiting`: this event or an earlier one is not acknowledged yet. `dead`: not sent again unless requested. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Result of an attempt, or the reason why none was made. */
export const OUTCOMES = {
  acknowledged: 'The receiver answered 2xx.',
  unavailable: 'The receiver answered 5xx, 408, 425 or 429. Tried again.',
  timeout: 'No response arrived in time. Tried again.',
  unreachable: 'The connection failed, or closed before a response. Tried again.',
  refused: 'The receiver answered with another status: 1xx, 3xx or 4xx. Dead at once.',
  gone: 'The receiver answered 410. Dead at once; a webhook stops.',
  not_public: "The receiver's host name resolves to a non-public address. Dead at once.",
  not_active:
    'The webhook was paused, stopped or deleted in the meantime, or the platform is blocked or no longer names a URL. Nothing was sent.',
  unsealable:
    'The signing secret is missing, or cannot be decrypted with the current key: rotate it. Nothing was sent.',
  erased: 'Its personal data was erased before it was sent. Nothing was sent.',
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** Form of an event for a kind of receiver, with everything agreed when it happened. */
export interface WebhookForm {
  readonly kind: 'webhook';
}
/** UCP form, for a platform (docs/ucp.md). */
export interface UcpForm {
  readonly kind: 'ucp';
  /** Protocol version, YYYY-MM-DD. */
  readonly version: string;
  /** Event time, sent with every attempt; milliseconds since the epoch. */
  readonly occurred_at: number;
}
export type DeliveryForm = WebhookForm | UcpForm;

/** An event for one receiver. Its content is frozen when the event happens. */
export interface Delivery {
  readonly id: string;
  /** Key of its lane, and its position from 1. */
  readonly lane: string;
  readonly place: number;
  readonly organization_id: string;
  /** Id of a webhook, or `platformReceiverId`. */
  readonly receiver: string;
  readonly form: DeliveryForm;
  readonly event_id: string;
  readonly type: SentType;
  /** Object of the event, such as `order/ord_…`, and the version of its row. */
  readonly subject: string;
  readonly subject_version: number;
  /** Request body, byte for byte; null after a person was erased from it. */
  readonly payload: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  /** HTTP status of the last response; null if there was none. */
  readonly status: number | null;
  /** End of the last attempt; milliseconds since the epoch. */
  readonly attempted_at: number | null;
  /** The delivery it repeats. */
  readonly resends?: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/**
 * Ordered deliveries about one object to one receiver; only the first waiting one is sent. The sending process holds
 * the lane by a lease that expires.
 */
export interface DeliveryLane {
  /** `laneKey` */
  readonly id: string;
  readonly organization_id: string;
  readonly receiver: string;
  readonly subject: string;
  /** Positions of the first waiting and the last delivery; `first` is `last + 1` if none waits. */
  readonly first: number;
  readonly last: number;
  /** Next attempt, or end of the lease; null if none waits. Milliseconds since the epoch. */
  readonly due_at: number | null;
  /** Since when the first has been at the head of the lane; null if none waits. Milliseconds since the epoch. */
  readonly since: number | null;
  /** The process that is sending. */
  readonly lease: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function laneKey(receiver: string, subject: string): string {
  return `${receiver}/${subject}`;
}

/** Derived from lane and position, so that no search is needed. */
export function deliveryId(lane: string, place: number): string {
  return `dlv_${createHash('sha256').update(lane).digest('hex').slice(0, 32)}_${place}`;
}

export function countWaiting({ first, last }: DeliveryLane): number {
  return last - first + 1;
}

/** Members of a delivery fixed by its event. */
export type NewDelivery = Pick<
  Delivery,
  'organization_id' | 'receiver' | 'form' | 'event_id' | 'type' | 'subject' | 'subject_version' | 'payload' | 'resends'
>;

/** Appends a delivery to a lane, or to a new one if `lane` is undefined. */
export function appendDelivery(lane: DeliveryLane | undefined, event: NewDelivery, now: number) {
  const { organization_id, receiver, subject } = event;
  const id = laneKey(receiver, subject);
  const before = lane ?? emptyLane({ id, organization_id, receiver, subject }, now);
  const place = before.last + 1;
  const isFirst = countWaiting(before) === 0;
  const after: DeliveryLane = {
    ...before,
    last: place,
    ...(isFirst && { due_at: now, since: now, lease: null }),
    updated_at: now,
  };
  const delivery: Delivery = {
    ...event,
    id: deliveryId(id, place),
    lane: id,
    place,
    state: 'waiting',
    attempts: 0,
    outcome: null,
    status: null,
    attempted_at: null,
    created_at: now,
    updated_at: now,
    version: 0,
  };
  return { lane: after, delivery };
}

function emptyLane(of: Pick<DeliveryLane, 'id' | 'organization_id' | 'receiver' | 'subject'>, now: number) {
  const idle = { first: 1, last: 0, due_at: null, since: null, lease: null };
  return { ...of, ...idle, created_at: now, updated_at: now, version: 0 };
}
