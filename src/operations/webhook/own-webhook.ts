import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Webhook } from '../../domain/webhook/webhook.js';
import type { Rows, Wanted } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import type { WebhookAnswer } from '../../schema/webhook.js';
import { webhookView } from '../../view/webhook-view.js';
import { findOwn } from '../tenancy/find-own.js';
import type { WebhookAuthor } from './webhooks.js';

/**
 * Finds a webhook of the caller's organization. A webhook of another organization counts as absent.
 * @throws PortalError `webhook_not_found`
 */
export function ownWebhook(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Webhook {
  return findOwn(rows.get('webhook', id), caller, 'webhook_not_found');
}

/** @throws PortalError `webhook_not_active` */
export function assertActive({ status }: Webhook): void {
  if (status === 'active') return;
  throw new PortalError('webhook_not_active', `The webhook is ${status}; set its status to active first.`);
}

export function webhookAuthor(context: Context<'webhooks'>): WebhookAuthor {
  return {
    ...authorOf(context),
    sealing: context.services.webhooks.sealing,
    outbound: context.services.webhooks.outbound,
  };
}

/** Lists the rows that are read to change a webhook. */
export function buildWebhookHints({ caller }: Pick<Context, 'caller'>, id: string): Wanted[] {
  return [
    ['get', 'webhook', id],
    ['get', 'organization', caller.organization_id],
  ];
}

export function webhookAnswer({ now }: Pick<Context, 'now'>, row: Webhook): Answer<{ data: WebhookAnswer }> {
  return { body: { data: webhookView(row, now) }, version: row.version };
}

/** Builds the response that includes a newly created secret. */
export function secretAnswer(context: Pick<Context, 'now'>, row: Webhook, secret: string) {
  const { body, version } = webhookAnswer(context, row);
  return { body: { data: { ...body.data, secret } }, ...(version !== undefined && { version }) };
}
