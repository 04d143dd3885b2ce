import type { Delivery, DeliveryForm } from '../domain/webhook/delivery.js';
import { MAX_WEBHOOK_URL, validSecrets, type Webhook } from '../domain/webhook/webhook.js';
import type { Message } from '../outbound/connector.js';
import { type OutboundRules, publicUrl } from '../outbound/public-url.js';
import { savedWebhook } from '../outbox/saved-webhook.js';
import type { Rows, Sealing, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { signature } from './signature.js';

/** What a form makes requests with. */
export interface Signing extends OutboundRules {
  readonly sealing: Sealing;
}

/** A request that can be sent, or why there is none. */
export type Prepared = { readonly url: URL; readonly message: Message } | 'not_public' | 'unsealable';

/** How the deliveries of a kind become requests. */
export interface Form<Target> {
  /** What is read of the receiver, together with the delivery; undefined = it takes nothing any more. */
  target(rows: Rows, delivery: Delivery): Target | undefined;
  /** The request of one attempt, at this instant. */
  prepare(target: Target, delivery: Delivery & { readonly payload: string }, signing: Signing, now: number): Prepared;
  /** What is written when the receiver has said that it is gone for good. */
  goneWrites(rows: Rows, by: Author, delivery: Delivery): readonly Write[];
}

const webhook: Form<Webhook> = {
  target(rows, { receiver }) {
    const row = rows.get('webhook', receiver);
    return row?.status === 'active' ? row : undefined;
  },
  prepare(row, { event_id, payload }, { sealing, ...rules }, now) {
    const url = publicUrl(row.url, MAX_WEBHOOK_URL, rules);
    if (!(url instanceof URL)) return 'not_public';
    const secrets = validSecrets(row, now).flatMap(({ sealed }) => sealing.unseal(sealed, row.id) ?? []);
    if (secrets.length === 0) return 'unsealable';
    const timestamp = String(Math.floor(now / 1000));
    const headers = {
      'content-type': 'application/json',
      'webhook-id': event_id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => signature(secret, `${event_id}.${timestamp}.${payload}`)).join(' '),
    };
    return { url, message: { headers, body: Buffer.from(payload) } };
  },
  goneWrites(rows, by, { receiver }) {
    const row = rows.get('webhook', receiver);
    if (row?.status !== 'active') return [];
    const after = { ...row, status: 'stopped', updated_at: by.now } as const;
    return savedWebhook(rows, by, row, after, 'webhook.stopped', ['status']).writes;
  },
};

/** The form of each kind of receiver: a new kind is a member here, and says in `DeliveryForm` what is frozen with an event. */
export const FORMS: { readonly [K in DeliveryForm['kind']]: Form<Webhook> } = { webhook };
