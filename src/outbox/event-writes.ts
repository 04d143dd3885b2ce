import type { Order } from '../domain/order/order.js';
import { required } from '../domain/values/required.js';
import type { DeliveryForm, NewDelivery } from '../domain/webhook/delivery.js';
import { PING, type SentType } from '../domain/webhook/event-types.js';
import { isSubscribed, type Webhook } from '../domain/webhook/webhook.js';
import type { Ids, Rows, Write } from '../ports.js';
import type { EventHead } from '../schema/event.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { isoTime } from '../view/format.js';
import { enqueueDeliveries } from './enqueue.js';
import { type Happening, happeningsIn } from './happenings.js';

/** Where the platform that placed an order is told of it, and in which form. */
export interface OrderListener {
  readonly receiver: string;
  /** The event as the platform gets it, byte for byte. */
  written(event_id: string, now: number): { readonly form: DeliveryForm; readonly payload: string };
}

/** What events are written with. */
export interface EventWriting {
  readonly ids: Ids;
  readonly now: () => number;
  readonly view: Omit<ViewSettings, 'language'>;
  /** Undefined = no platform is told of the order; only where one is, a row is read. */
  readonly listenerOf: (rows: Rows, order: Order) => OrderListener | undefined;
}

/** The writes of the events of a decision: one for each event and receiver, and none where nobody wants to be told. */
export function eventWrites(writing: EventWriting, rows: Rows, writes: readonly Write[]): Write[] {
  const happened = happeningsIn(rows, writes, writing.view);
  if (happened.length === 0) return [];
  const organizations = rows.many('organization', [...new Set(happened.map((one) => one.organization_id))]);
  const now = writing.now();
  const events = happened.flatMap((one): NewDelivery[] => {
    const receivers = organizations.get(one.organization_id)?.receivers ?? [];
    const told = receivers.filter((receiver) => isSubscribed(receiver, one));
    const platform = one.order && writing.listenerOf(rows, one.order);
    if (told.length === 0 && !platform) return [];
    const id = writing.ids.next('evt');
    const about = aboutOf(id, one, one.type);
    const event = told.length > 0 ? { ...about, ...written(id, one, one.type, now) } : undefined;
    return [
      ...told.flatMap(({ webhook_id }) => (event ? [{ ...event, receiver: webhook_id }] : [])),
      ...(platform ? [{ ...about, receiver: platform.receiver, ...platform.written(id, now) }] : []),
    ];
  });
  return events.length === 0 ? [] : enqueueDeliveries(rows, events, now).writes;
}

/** The event that a webhook is tried out with: its delivery, and the writes of it. */
export function ping({ ids, now }: Pick<EventWriting, 'ids' | 'now'>, rows: Rows, webhook: Webhook) {
  const { id, organization_id, shop_id, version } = webhook;
  const subject = { type: 'webhook', id, version } as const;
  const about = { organization_id, shop_id, subject, path: `webhook/${id}`, data: () => ({ webhook_id: id }) };
  const at = now();
  const event = ids.next('evt');
  const sent = { ...aboutOf(event, about, PING), ...written(event, about, PING, at), receiver: id };
  const { writes, deliveries } = enqueueDeliveries(rows, [sent], at);
  return { writes, delivery: required(deliveries[0], 'delivery') };
}

type Told = Omit<Happening, 'type' | 'order'>;

/** What is the same of an event for every receiver. */
function aboutOf(event_id: string, { organization_id, subject, path }: Told, type: SentType) {
  return { organization_id, event_id, type, subject: path, subject_version: subject.version };
}

/** An event in the form of webhooks: id, time and body are the same from now on. */
function written(id: string, { organization_id, shop_id, subject, data }: Told, type: SentType, now: number) {
  const head: EventHead = { id, type, timestamp: isoTime(now), organization_id, shop_id, subject };
  return { form: { kind: 'webhook' } as const, payload: JSON.stringify({ ...head, data: data() }) };
}
