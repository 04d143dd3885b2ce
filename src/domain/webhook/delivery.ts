import { createHash } from 'node:crypto';
import type { NoticeKind } from '../values/notice-kinds.js';
import type { SentType } from './event-types.js';

/**
 * `waiting`: this event, or an earlier one in its lane, has not been acknowledged yet. `dead`: sent again only on
 * request.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Result of an attempt, or reason for not making one. */
export const OUTCOMES = {
  acknowledged: 'The receiver answered 2xx; a mail server accepted the message.',
  unavailable: 'The receiver answered 5xx, 408, 425 or 429; a mail server answered 4xx. Tried again.',
  timeout: 'No response arrived in time. Tried again.',
  unreachable: 'The connection failed, or closed before a response. Tried again.',
  refused:
    'The receiver answered with another status: 1xx, 3xx or 4xx; a mail server rejected the message with 5xx. Dead at once.',
  gone: 'The receiver answered 410. Dead at once; a webhook stops.',
  not_public: "The receiver's host name resolves to a non-public address. Dead at once.",
  not_active:
    'The webhook was paused, stopped or deleted in the meantime, or the platform is blocked or no longer names a URL, or the staff member may not get the notice any more. Nothing was sent.',
  unsealable:
    'The signing secret is missing, or cannot be decrypted with the current key: rotate it. Nothing was sent.',
  address_refused: 'The mail server rejected the address with 5xx. Dead at once; the order shows it.',
  server_refused:
    "The mail server rejected the portal's login, sender address or TLS: the operator must act. Tried again.",
  reserved_address: 'The address is in a domain for examples, such as example.com. Nothing was sent.',
  outdated:
    'Nobody need do any more what the notice asks for: the payment or request has ended, or the role of the invitation. Nothing was sent.',
  limited: 'The address got too many mails in a day, or too many about this order. Nothing was sent.',
  mail_off: 'The portal that leased the notice sends no mail: PORTAL_SMTP_URL is not set. Tried again.',
  not_rendered: 'The portal failed to write the mail; its log has the error. Dead at once.',
  expired: 'The link in the mail no longer worked when it could be sent. Nothing was sent.',
  erased: 'Its personal data was erased before it was sent. Nothing was sent.',
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** Form of an event for webhooks. The form of a delivery is fixed when its event is created. */
export interface WebhookForm {
  readonly kind: 'webhook';
}
/** Form of an event for a UCP platform (docs/ucp.md). */
export interface UcpForm {
  readonly kind: 'ucp';
  /** Protocol version, YYYY-MM-DD. */
  readonly version: string;
  /** Time of the event, sent with every attempt; milliseconds since the epoch. */
  readonly occurred_at: number;
}
/** Form of an event that is sent by mail (docs/mail.md). */
export interface MailForm {
  readonly kind: 'mail';
  readonly notice: NoticeKind;
  /** BCP 47 tag of a supported language. */
  readonly language: string;
  readonly shop_id: string;
  /** Staff row of the recipient, whose role must still allow the notice. Absent for other recipients. */
  readonly member_id?: string;
  /** Name of the address among the shop's staff, made by `mailRecipientId`. Absent for other recipients. */
  readonly recipient?: string;
}
/** Form of a mail to the portal's operator, whose address is a setting. */
export interface OperatorForm {
  readonly kind: 'operator';
}
export type DeliveryForm = WebhookForm | UcpForm | MailForm | OperatorForm;

/** An event for one receiver. Its content is fixed when the event is created. */
export interface Delivery {
  readonly id: string;
  /** Key of the lane, and position in it, starting at 1. */
  readonly lane: string;
  readonly place: number;
  readonly organization_id: string;
  /** Webhook id, `platformReceiverId`, `mailReceiverId` or `OPERATOR_RECEIVER`. */
  readonly receiver: string;
  readonly form: DeliveryForm;
  readonly event_id: string;
  readonly type: SentType;
  /** Object that the event is about, such as `order/ord_…`, and the version of its row. */
  readonly subject: string;
  readonly subject_version: number;
  /**
   * Exact bytes of the request body; for mail, the JSON of a `MailPayload`; for the operator, that of a `LogNotice`.
   * Null after a person's data was erased from it.
   */
  readonly payload: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly outcome: Outcome | null;
  /** HTTP status, or reply code of the mail server, of the last attempt; null if it received no response. */
  readonly status: number | null;
  /** End of the last attempt; milliseconds since the epoch. */
  readonly attempted_at: number | null;
  /** Id of the delivery that this one repeats. */
  readonly resends?: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/**
 * Ordered queue of deliveries about one object to one receiver. Only the first waiting delivery is sent. The sending
 * process holds the lane with a lease that expires.
 */
export interface DeliveryLane {
  /** Made by `laneKey`. */
  readonly id: string;
  readonly organization_id: string;
  readonly receiver: string;
  readonly subject: string;
  /** Positions of the first waiting delivery and the last delivery; `first` is `last + 1` if none is waiting. */
  readonly first: number;
  readonly last: number;
  /** Time of the next attempt, or end of the lease; null if no delivery is waiting. Milliseconds since the epoch. */
  readonly due_at: number | null;
  /** Time at which the first waiting delivery was created; null if none is waiting. Milliseconds since the epoch. */
  readonly since: number | null;
  /** Id of the lease under which the first waiting delivery is being sent; null if there is none. */
  readonly lease: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Splits the subject of deliveries, such as `order/ORDER_ID`. */
export function splitSubject(subject: string): { readonly type: string; readonly id: string } {
  const end = subject.indexOf('/');
  return { type: subject.slice(0, end), id: subject.slice(end + 1) };
}

export function laneKey(receiver: string, subject: string): string {
  return `${receiver}/${subject}`;
}

/** Derives the id from lane and position, so that no search is needed. */
export function deliveryId(lane: string, place: number): string {
  return `dlv_${createHash('sha256').update(lane).digest('hex').slice(0, 32)}_${place}`;
}

export function countWaiting({ first, last }: DeliveryLane): number {
  return last - first + 1;
}

/** A delivery before it has a position in a lane. */
export interface NewDelivery
  extends Pick<
    Delivery,
    | 'organization_id'
    | 'receiver'
    | 'form'
    | 'event_id'
    | 'type'
    | 'subject'
    | 'subject_version'
    | 'payload'
    | 'resends'
  > {
  /** Time to wait before the first attempt, if no other delivery of the lane waits. Milliseconds; defaults to 0. */
  readonly delay?: number;
}

/** Appends a delivery to a lane. If `lane` is undefined, a new one is created. */
export function appendDelivery(lane: DeliveryLane | undefined, { delay = 0, ...event }: NewDelivery, now: number) {
  const { organization_id, receiver, subject } = event;
  const id = laneKey(receiver, subject);
  const before = lane ?? emptyLane({ id, organization_id, receiver, subject }, now);
  const place = before.last + 1;
  const isFirst = countWaiting(before) === 0;
  const after: DeliveryLane = {
    ...before,
    last: place,
    ...(isFirst && { due_at: now + delay, since: now, lease: null }),
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
