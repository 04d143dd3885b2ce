import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { required } from '../../domain/values/required.js';
import { addSecret, MAX_WEBHOOK_URL, MAX_WEBHOOKS, type Webhook } from '../../domain/webhook/webhook.js';
import { type OutboundRules, publicUrl } from '../../outbound/public-url.js';
import { buildWebhookWrites, type WebhookWrites } from '../../outbox/webhook-writes.js';
import type { Rows, Sealing } from '../../ports.js';
import type { Author } from '../../records/audit.js';

/** Creates and changes webhooks, for operations and the command line. */

/** Author of a change of webhooks, with the services that the change needs. */
export interface WebhookAuthor extends Author {
  readonly sealing: Sealing;
  readonly outbound: OutboundRules;
}

/** Members of a webhook that can be changed later. */
export interface WebhookMembers {
  readonly url: string;
  readonly description: string | null;
  readonly events: Webhook['events'];
}

/** Length of a secret in bytes. Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

interface WithSecret extends WebhookWrites {
  /** Shown to the caller only once. */
  readonly secret: string;
}

/** @throws PortalError `invalid_request` for a URL that must not be called, `shop_not_found`, `limit_exceeded` */
export function createWebhook(
  rows: Rows,
  by: WebhookAuthor,
  organizationId: string,
  members: WebhookMembers & { readonly shop_id: string | null },
): WithSecret {
  const { shop_id } = members;
  if (shop_id !== null && rows.get('shop', shop_id)?.organization_id !== organizationId)
    throw notFoundError('shop_not_found');
  const { receivers = [] } = required(rows.get('organization', organizationId), 'organization');
  if (receivers.length >= MAX_WEBHOOKS)
    throw new PortalError('limit_exceeded', `An organization has at most ${MAX_WEBHOOKS} webhooks; delete one first.`);
  const id = by.ids.next('whk');
  const { secret, sealed } = newSecret(by, id);
  const row: Webhook = {
    id,
    organization_id: organizationId,
    ...members,
    url: checkedUrl(members.url, by.outbound),
    status: 'active',
    secrets: [{ sealed, expires_at: null }],
    created_at: by.now,
    updated_at: by.now,
    version: 0,
  };
  const changed = ['url', 'events', 'status'];
  return { secret, ...buildWebhookWrites(rows, by, undefined, row, 'webhook.created', changed) };
}

/** Requested changes. Omitted members stay as they are. */
export interface WebhookChange extends Partial<WebhookMembers> {
  readonly status?: 'active' | 'paused';
}

/** @throws PortalError `invalid_request` for a URL that must not be called */
export function changeWebhook(rows: Rows, by: WebhookAuthor, before: Webhook, change: WebhookChange): WebhookWrites {
  const url = change.url === undefined ? before.url : checkedUrl(change.url, by.outbound);
  const after: Webhook = { ...before, ...change, url, updated_at: by.now };
  const names = (['url', 'description', 'events', 'status'] as const).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return { webhook: before, writes: [] };
  return buildWebhookWrites(rows, by, before, after, 'webhook.updated', names);
}

/** Replaces the secret. For one day, messages are signed with the previous secret too. */
export function rotateSecret(rows: Rows, by: WebhookAuthor, before: Webhook): WithSecret {
  const { secret, sealed } = newSecret(by, before.id);
  const after = addSecret(before, sealed, by.now);
  return { secret, ...buildWebhookWrites(rows, by, before, after, 'webhook.secret_rotated', ['secrets']) };
}

function newSecret({ ids, sealing }: WebhookAuthor, id: string) {
  const secret = `whsec_${Buffer.from(ids.secret(SECRET_BYTES)).toString('base64')}`;
  return { secret, sealed: sealing.seal(secret, id) };
}

function checkedUrl(text: string, rules: OutboundRules): string {
  const url = publicUrl(text, MAX_WEBHOOK_URL, rules);
  if (url instanceof URL) return url.href;
  throw new PortalError('invalid_request', `url: ${url.problem}`);
}
