import type { Order } from '../domain/order/order.js';
import { required } from '../domain/values/required.js';
import type { DeliveryForm, NewDelivery } from '../domain/webhook/delivery.js';
import { PING, type SentType, type WebhookEventType } from '../domain/webhook/event-types.js';
import { isSubscribed, type Webhook } from '../domain/webhook/webhook.js';
import type { Ids, Rows, Write } from '../ports.js';
import type { EventHead } from '../schema/event.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { isoTime } from '../view/format.js';
import { type DomainEvent, findDomainEvents } from './domain-events.js';
import { enqueueDeliveries } from './enqueue.js';
import { findLogDeliveries } from './log-notices.js';
import { findNotices } from './notices.js';
import { findPayLinks } from './pay-links.js';
import { findPaymentNotices } from './payment-notices.js';
import { findStaffDeliveries } from './staff-events.js';

/** The platform that placed an order, as a receiver of events. */
export interface OrderListener {
  readonly receiver: string;
  /** Returns the event exactly as the platform receives it. */
  write(event_id: string, now: number): { readonly form: DeliveryForm; readonly payload: string };
}

export interface EventDeps {
  readonly ids: Ids;
  readonly now: () => number;
  readonly view: Omit<ViewSettings, 'language'>;
  /**
   * Returns `undefined` if no platform receives events about the order. Reads no row if the order was not placed by a
   * platform.
   */
  readonly findListener: (rows: Rows, order: Order) => OrderListener | undefined;
  /** Key of the names of mail receivers; `undefined` if the portal sends no mail. */
  readonly mailSecret: Buffer | undefined;
  /** True if the portal's operator gets mail. */
  readonly hasOperator: boolean;
}

/** Builds the writes that enqueue each event of a decision for each of its receivers. */
export function buildEventWrites(writing: EventDeps, rows: Rows, writes: readonly Write[]): Write[] {
  const now = writing.now();
  const found = findDomainEvents(rows, writes, writing.view);
  const { ids, mailSecret: secret, hasOperator } = writing;
  const events = [
    ...(found.length === 0 ? [] : addressEvents(writing, rows, found, now)),
    ...(secret ? findPaymentNotices(rows, writes, { ids, secret }) : []),
    ...(secret ? findPayLinks(rows, writes, { ids, secret }, now) : []),
    ...(secret ? findStaffDeliveries(rows, writes, { ids, secret }, now) : []),
    ...(secret ? findLogDeliveries(rows, writes, { ids, secret, hasOperator }) : []),
  ];
  if (events.length === 0) return [];
  // Reading lanes would cost each purchase a round trip.
  return enqueueDeliveries(rows, events, now, ({ type }) => type === 'order.created').writes;
}

/** Builds the deliveries of events to each of their receivers. */
function addressEvents(writing: EventDeps, rows: Rows, found: readonly DomainEvent[], now: number): NewDelivery[] {
  const organizations = rows.many('organization', [...new Set(found.map((one) => one.organization_id))]);
  return found.flatMap((one): NewDelivery[] => {
    const receivers = organizations.get(one.organization_id)?.receivers ?? [];
    const subscribers = receivers.filter((receiver) => isSubscribed(receiver, one));
    const platform = one.order && writing.findListener(rows, one.order);
    const notices = writing.mailSecret ? findNotices(rows, one, writing.mailSecret) : [];
    if (subscribers.length === 0 && !platform && notices.length === 0) return [];
    const id = writing.ids.next('evt');
    const about = describeEvent(id, one, one.type);
    const event = subscribers.length > 0 ? { ...about, ...writeWebhookEvent(id, one, one.type, now) } : undefined;
    return [
      ...subscribers.flatMap(({ webhook_id }) => (event ? [{ ...event, receiver: webhook_id }] : [])),
      ...(platform ? [{ ...about, receiver: platform.receiver, ...platform.write(id, now) }] : []),
      ...notices.map((notice) => ({ ...about, ...notice })),
    ];
  });
}

/** Builds a test event for a webhook: the delivery and its writes. */
export function buildPing({ ids, now }: Pick<EventDeps, 'ids' | 'now'>, rows: Rows, webhook: Webhook) {
  const { id, organization_id, shop_id, version } = webhook;
  const subject = { type: 'webhook', id, version } as const;
  const about = { organization_id, shop_id, subject, path: `webhook/${id}`, data: () => ({ webhook_id: id }) };
  const at = now();
  const event = ids.next('evt');
  const sent = { ...describeEvent(event, about, PING), ...writeWebhookEvent(event, about, PING, at), receiver: id };
  const { writes, deliveries } = enqueueDeliveries(rows, [sent], at);
  return { writes, delivery: required(deliveries[0], 'delivery') };
}

type EventSource = Omit<DomainEvent, 'type' | 'order'>;

/** Returns the members of an event that are the same for all receivers. */
function describeEvent(event_id: string, { organization_id, subject, path }: EventSource, type: SentType) {
  return { organization_id, event_id, type, subject: path, subject_version: subject.version };
}

/** Builds an event as webhooks receive it. Its id, time and body never change after this. */
function writeWebhookEvent(
  id: string,
  { organization_id, shop_id, subject, data }: EventSource,
  type: WebhookEventType | typeof PING,
  now: number,
) {
  const head: EventHead = { id, type, timestamp: isoTime(now), organization_id, shop_id, subject };
  return { form: { kind: 'webhook' } as const, payload: JSON.stringify({ ...head, data: data() }) };
}
