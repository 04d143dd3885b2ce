import type { WebhookForm } from '../domain/webhook/delivery.js';
import { MAX_WEBHOOK_URL, validSecrets, type Webhook } from '../domain/webhook/webhook.js';
import { type OutboundRules, publicUrl } from '../outbound/public-url.js';
import { buildWebhookWrites } from '../outbox/webhook-writes.js';
import type { Sealing } from '../ports.js';
import type { Form, InForm, Prepared } from './forms.js';
import { signBody } from './sign-body.js';

export interface WebhookSigning extends OutboundRules {
  readonly sealing: Sealing;
}

/** Sends events as Standard Webhooks to merchants' programs. */
export function webhookForm(signing: WebhookSigning): Form<WebhookForm> {
  return {
    readOf: (deliveries) => [['many', 'webhook', [...new Set(deliveries.map(({ receiver }) => receiver))]]],
    sender(rows, delivery) {
      const row = rows.get('webhook', delivery.receiver);
      return row?.status === 'active' ? (now) => webhookRequest(signing, row, delivery, now) : 'not_active';
    },
    followUpWrites(rows, by, { receiver }, { outcome }) {
      if (outcome !== 'gone') return [];
      const row = rows.get('webhook', receiver);
      if (row?.status !== 'active') return [];
      const after = { ...row, status: 'stopped', updated_at: by.now } as const;
      return buildWebhookWrites(rows, by, row, after, 'webhook.stopped', ['status']).writes;
    },
  };
}

/** Builds the request of one attempt, signed with each valid secret of the webhook. */
export function webhookRequest(
  { sealing, ...rules }: WebhookSigning,
  row: Webhook,
  { event_id, payload }: InForm<WebhookForm>,
  now: number,
): Prepared {
  const url = publicUrl(row.url, MAX_WEBHOOK_URL, rules);
  if (!(url instanceof URL)) return 'not_public';
  const secrets = validSecrets(row, now).flatMap(({ sealed }) => sealing.unseal(sealed, row.id) ?? []);
  if (secrets.length === 0) return 'unsealable';
  const timestamp = String(Math.floor(now / 1000));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signBody(secret, `${event_id}.${timestamp}.${payload}`)).join(' '),
  };
  return { url, message: { headers, body: Buffer.from(payload) } };
}
