import { required } from '../domain/values/required.js';
import type { Frozen } from '../domain/webhook/delivery.js';
import { PING, type SentType } from '../domain/webhook/event-types.js';
import { type Webhook, wants } from '../domain/webhook/webhook.js';
import type { Ids, Rows, Write } from '../ports.js';
import type { EventHead } from '../schema/event.js';
import type { ViewSettings } from '../view/checkout-view.js';
import { isoTime } from '../view/format.js';
import { enqueued } from './enqueue.js';
import { type Happening, happeningsIn } from './happenings.js';

/** What events are written with. */
export interface EventWriting {
  readonly ids: Ids;
  readonly now: () => number;
  readonly view: Omit<ViewSettings, 'language'>;
}

/** The writes of the events of a decision: one for each event and receiver, and none where nobody wants to be told. */
export function eventWrites(writing: EventWriting, rows: Rows, writes: readonly Write[]): Write[] {
  const happened = happeningsIn(rows, writes, writing.view);
  if (happened.length === 0) return [];
  const organizations = rows.many('organization', [...new Set(happened.map((one) => one.organization_id))]);
  const now = writing.now();
  const events = happened.flatMap((one): Frozen[] => {
    const receivers = organizations.get(one.organization_id)?.receivers ?? [];
    const told = receivers.filter((receiver) => wants(receiver, one));
    if (told.length === 0) return [];
    const event = written(writing.ids.next('evt'), one, one.type, now);
    return told.map(({ webhook_id }) => ({ ...event, receiver: webhook_id }));
  });
  return events.length === 0 ? [] : enqueued(rows, events, now).writes;
}

/** The event that a webhook is tried out with: its delivery, and the writes of it. */
export function ping({ ids, now }: Pick<EventWriting, 'ids' | 'now'>, rows: Rows, webhook: Webhook) {
  const { id, organization_id, shop_id, version } = webhook;
  const subject = { type: 'webhook', id, version } as const;
  const about = { organization_id, shop_id, subject, path: `webhook/${id}`, data: () => ({ webhook_id: id }) };
  const at = now();
  const { writes, deliveries } = enqueued(rows, [{ ...written(ids.next('evt'), about, PING, at), receiver: id }], at);
  return { writes, delivery: required(deliveries[0], 'delivery') };
}

/** An event in the form of webhooks: id, time and body are the same from now on. */
function written(
  id: string,
  { organization_id, shop_id, subject, path, data }: Omit<Happening, 'type'>,
  type: SentType,
  now: number,
): Omit<Frozen, 'receiver'> {
  const head: EventHead = { id, type, timestamp: isoTime(now), organization_id, shop_id, subject };
  return {
    organization_id,
    form: { kind: 'webhook' },
    event_id: id,
    type,
    subject: path,
    subject_version: subject.version,
    payload: JSON.stringify({ ...head, data: data() }),
  };
}
