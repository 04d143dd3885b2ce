import { createHash } from 'node:crypto';
import type { SentType } from './event-types.js';

/** `waiting`: it, or an event before it, is not acknowledged yet. `dead`: it is not sent any more, unless somebody asks for it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What became of an attempt, or why none was made. */
export const OUTCOMES = {
  acknowledged: 'The receiver answered 2xx.',
  unavailable: 'The receiver answered 5xx, 408, 425 or 429. Tried again.',
  timeout: 'No answer came in time. Tried again.',
  unreachable: 'There was no connection, or it ended before an answer. Tried again.',
  refused: 'The receiver answered another status: 1xx, 3xx or 4xx. Dead at once.',
  gone: 'The receiver answered 410. Dead at once, and a webhook is stopped.',
  not_public: 'The name of the receiver leads to an address that is not public. Dead at once.',
  not_active:
    'The webhook was paused, stopped or deleted meanwhile, or the platform names no URL or is not served any more. Nothing was sent.',
  unsealable:
    'What signs is absent, or cannot be read with the present key of the database: rotate it. Nothing was sent.',
  erased: 'A person was erased from it before it was sent. Nothing was sent.',
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** How an event is written for a kind of receiver, with all that was agreed on when it happened. */
export interface WebhookForm {
  readonly kind: 'webhook';
}
/** As UCP has it, for a platform (docs/ucp.md). */
export interface UcpForm {
  readonly kind: 'ucp';
  /** Of the protocol; YYYY-MM-DD. */
  readonly version: string;
  /** When it happened, which every attempt says; milliseconds since the epoch. */
  readonly occurred_at: number;
}
export type DeliveryForm = WebhookForm | UcpForm;

/** An event on its way to one receiver. What is sent is frozen when it happens. */
export interface Delivery {
  readonly id: string;
  /** The key of its lane, and its place there, from 1. */
  readonly lane: string;
  readonly place: number;
  readonly organization_id: string;
  /** Id of a webhook, or `platformReceiverId`. */
  readonly receiver: string;
  readonly form: DeliveryForm;
  readonly event_id: string;
  readonly type: SentType;
  /** What it is about, as `order/ord_…`, and the version of that row. */
  readonly subject: string;
  readonly subject_version: number;
  /** The body, byte for byte; null = a person was erased from it. */
  readonly payload: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  /** The HTTP status of the last answer; null = there was none. */
  readonly status: number | null;
  /** When the last attempt ended; milliseconds since the epoch. */
  readonly attempted_at: number | null;
  /** The delivery that it sends again. */
  readonly resends?: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/**
 * The deliveries about one object to one receiver, in their order: only the first that waits is sent. A process that sends it holds the lane
 * by a lease, which ends by itself.
 */
export interface DeliveryLane {
  /** `laneKey` */
  readonly id: string;
  readonly organization_id: string;
  readonly receiver: string;
  readonly subject: string;
  /** Places of the first that waits and of the last; `first` is `last + 1` when none waits. */
  readonly first: number;
  readonly last: number;
  /** When the first is sent next, or the lease ends; null = none waits. Milliseconds since the epoch. */
  readonly due_at: number | null;
  /** Since when the first is in the lane; null = none waits. */
  readonly since: number | null;
  /** Who sends it now. */
  readonly lease: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function laneKey(receiver: string, subject: string): string {
  return `${receiver}/${subject}`;
}

/** Found without a search: the lane and the place give the id. */
export function deliveryId(lane: string, place: number): string {
  return `dlv_${createHash('sha256').update(lane).digest('hex').slice(0, 32)}_${place}`;
}

export function countWaiting({ first, last }: DeliveryLane): number {
  return last - first + 1;
}

/** What is written down of an event for a receiver. */
export type Frozen = Pick<
  Delivery,
  'organization_id' | 'receiver' | 'form' | 'event_id' | 'type' | 'subject' | 'subject_version' | 'payload' | 'resends'
>;

/** A delivery at the end of its lane, and the lane with it; `lane` is undefined when it is the first about this object. */
export function appendDelivery(lane: DeliveryLane | undefined, event: Frozen, now: number) {
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
