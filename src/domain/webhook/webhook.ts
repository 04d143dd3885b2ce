import type { Receiver } from '../tenant/tenant.js';
import type { WebhookEventType } from './event-types.js';

/** Webhooks of an organization at most: each event is written once for each of them. */
export const MAX_WEBHOOKS = 100;

/** How long the secret before the newest is still used after a rotation. Milliseconds. */
export const SECRET_GRACE = 24 * 60 * 60 * 1000;

export const MAX_WEBHOOK_URL = 2_000;

/** `stopped`: the receiver has answered 410, so that nothing is sent until it is set active again. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'stopped'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A secret as it is kept: sealed with a key that no row holds. */
export interface SealedSecret {
  readonly sealed: string;
  /** Not used from this instant on, in milliseconds since the epoch; null = it is the newest. */
  readonly expires_at: number | null;
}

/** Where an organization wants to be told what happens (docs/webhooks.md). */
export interface Webhook {
  readonly id: string;
  readonly organization_id: string;
  /** Null = of all shops, and of what belongs to no shop. */
  readonly shop_id: string | null;
  readonly url: string;
  readonly description: string | null;
  /** Null = all, also those that later programs add. */
  readonly events: readonly WebhookEventType[] | null;
  readonly status: WebhookStatus;
  /** The newest first; two at most. */
  readonly secrets: readonly SealedSecret[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** What is known of an event when it happens. */
interface Happened {
  readonly type: WebhookEventType;
  /** Null = it belongs to no shop. */
  readonly shop_id: string | null;
}

export function wants({ active, shop_id, events }: Receiver, event: Happened): boolean {
  return active && (shop_id === null || shop_id === event.shop_id) && (events === null || events.includes(event.type));
}

/** The receivers of an organization after a webhook changed; `after` is undefined when it was deleted. */
export function receiversWith(
  receivers: readonly Receiver[],
  id: string,
  after: Webhook | undefined,
): readonly Receiver[] {
  const others = receivers.filter(({ webhook_id }) => webhook_id !== id);
  if (!after) return others;
  const { status, shop_id, events } = after;
  return [...others, { webhook_id: id, active: status === 'active', shop_id, events }];
}

/** A webhook with a new secret; the one before stays valid for some time. */
export function withSecret(webhook: Webhook, sealed: string, now: number): Webhook {
  const before = webhook.secrets.slice(0, 1).map((one) => ({ ...one, expires_at: now + SECRET_GRACE }));
  return { ...webhook, secrets: [{ sealed, expires_at: null }, ...before], updated_at: now };
}

/** The secrets that a message is signed with at an instant, the newest first. */
export function validSecrets({ secrets }: Webhook, now: number): readonly SealedSecret[] {
  return secrets.filter(({ expires_at }) => expires_at === null || now < expires_at);
}
