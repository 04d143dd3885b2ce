import type { Receiver } from '../tenant/tenant.js';
import type { WebhookEventType } from './event-types.js';

/** Webhooks per organization: each event is written once for each of them. */
export const MAX_WEBHOOKS = 100;

/** Time for which the previous secret is used after a rotation. Milliseconds. */
export const SECRET_GRACE_MS = 24 * 60 * 60 * 1000;

export const MAX_WEBHOOK_URL = 2_000;

/** `stopped`: the receiver responded 410, and gets nothing until it is set active again. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'stopped'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A stored secret, sealed with a key that no row contains. */
export interface SealedSecret {
  readonly sealed: string;
  /** Unused from this instant, in milliseconds since the epoch; null for the newest. */
  readonly expires_at: number | null;
}

/** An organization's subscription to events (docs/webhooks.md). */
export interface Webhook {
  readonly id: string;
  readonly organization_id: string;
  /** Null for all shops, and for events that belong to no shop. */
  readonly shop_id: string | null;
  readonly url: string;
  readonly description: string | null;
  /** Null for all types, including future ones. */
  readonly events: readonly WebhookEventType[] | null;
  readonly status: WebhookStatus;
  /** Newest first, at most two. */
  readonly secrets: readonly SealedSecret[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Members of an event that select its receivers. */
interface EventScope {
  readonly type: WebhookEventType;
  /** Null if it belongs to no shop. */
  readonly shop_id: string | null;
}

export function isSubscribed({ active, shop_id, events }: Receiver, event: EventScope): boolean {
  return active && (shop_id === null || shop_id === event.shop_id) && (events === null || events.includes(event.type));
}

/** An organization's receivers after a webhook changed; `after` is undefined when it was deleted. */
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

/** Adds a secret; the previous one stays valid for `SECRET_GRACE`. */
export function addSecret(webhook: Webhook, sealed: string, now: number): Webhook {
  const before = webhook.secrets.slice(0, 1).map((one) => ({ ...one, expires_at: now + SECRET_GRACE_MS }));
  return { ...webhook, secrets: [{ sealed, expires_at: null }, ...before], updated_at: now };
}

/** Secrets that sign messages at an instant, newest first. */
export function validSecrets({ secrets }: Webhook, now: number): readonly SealedSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || now < expires_at);
}
