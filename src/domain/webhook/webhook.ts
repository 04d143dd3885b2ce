import type { Receiver } from '../tenant/tenant.js';
import type { WebhookEventType } from './event-types.js';

/** Maximum webhooks per organization, limited because each event is written once per webhook. */
export const MAX_WEBHOOKS = 100;

/** Time after a rotation in which the previous secret also signs messages. Milliseconds. */
export const SECRET_GRACE_MS = 24 * 60 * 60 * 1000;

export const MAX_WEBHOOK_URL = 2_000;

/** `stopped`: the receiver responded with 410, and gets no events until the webhook is set to active. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'stopped'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A stored secret, encrypted with a key that is not in the database. */
export interface SealedSecret {
  readonly sealed: string;
  /** Instant from which the secret is no longer used, in milliseconds since the epoch; null for the newest. */
  readonly expires_at: number | null;
}

/** An organization's subscription to events (docs/webhooks.md). */
export interface Webhook {
  readonly id: string;
  readonly organization_id: string;
  /** Null for the events of all shops, and events that belong to no shop. */
  readonly shop_id: string | null;
  readonly url: string;
  readonly description: string | null;
  /** Event types; null for all, including future ones. */
  readonly events: readonly WebhookEventType[] | null;
  readonly status: WebhookStatus;
  /** Newest first, at most two of them. */
  readonly secrets: readonly SealedSecret[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Members of an event that determine its receivers. */
interface EventScope {
  readonly type: WebhookEventType;
  /** Null if the event belongs to no shop. */
  readonly shop_id: string | null;
}

export function isSubscribed({ active, shop_id, events }: Receiver, event: EventScope): boolean {
  return active && (shop_id === null || shop_id === event.shop_id) && (events === null || events.includes(event.type));
}

/** Updates an organization's receivers after a webhook changed. `after` is undefined if it was deleted. */
export function updateReceivers(
  receivers: readonly Receiver[],
  id: string,
  after: Webhook | undefined,
): readonly Receiver[] {
  const others = receivers.filter(({ webhook_id }) => webhook_id !== id);
  if (!after) return others;
  const { status, shop_id, events } = after;
  return [...others, { webhook_id: id, active: status === 'active', shop_id, events }];
}

/** Adds a secret. The previous one stays valid for `SECRET_GRACE_MS`. */
export function addSecret(webhook: Webhook, sealed: string, now: number): Webhook {
  const before = webhook.secrets.slice(0, 1).map((one) => ({ ...one, expires_at: now + SECRET_GRACE_MS }));
  return { ...webhook, secrets: [{ sealed, expires_at: null }, ...before], updated_at: now };
}

/** Returns the secrets that sign messages at a given instant, newest first. */
export function validSecrets({ secrets }: Webhook, now: number): readonly SealedSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || now < expires_at);
}
