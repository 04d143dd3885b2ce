import { type Delivery, splitSubject } from '../domain/webhook/delivery.js';
import type { Webhook } from '../domain/webhook/webhook.js';
import type { DeliveryAnswer, WebhookAnswer } from '../schema/webhook.js';
import { isoTime, isoTimeOrNull } from './format.js';

/** A webhook in responses to its organization. Secrets are only in the response to the call that creates them. */
export function webhookView(row: Webhook, now: number): WebhookAnswer {
  const { id, url, shop_id, description, events, status, secrets } = row;
  const earlier = secrets.find(({ expires_at }) => expires_at !== null && now < expires_at);
  return {
    id,
    url,
    shop_id,
    description,
    events: events && [...events],
    status,
    earlier_secret_until: isoTimeOrNull(earlier?.expires_at ?? null),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

export function deliveryView(row: Delivery): DeliveryAnswer {
  const { id, event_id, type, subject, subject_version, state, attempts, outcome, status } = row;
  const about = splitSubject(subject);
  return {
    id,
    event_id,
    type,
    subject_type: about.type,
    subject_id: about.id,
    subject_version,
    state,
    attempts,
    outcome,
    http_status: status,
    attempted_at: isoTimeOrNull(row.attempted_at),
    resends: row.resends ?? null,
    created_at: isoTime(row.created_at),
  };
}
