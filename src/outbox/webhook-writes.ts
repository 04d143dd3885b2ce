import { required } from '../domain/values/required.js';
import { updateReceivers, type Webhook } from '../domain/webhook/webhook.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';
import { type Author, auditWrite } from '../records/audit.js';

/** A webhook after a decision, and the writes that store it. */
export interface WebhookWrites {
  readonly webhook: Webhook;
  readonly writes: readonly Write[];
}

/**
 * Builds the writes that store a webhook, its copy in the organization's row, and the audit event. `before` is
 * `undefined` for a new webhook.
 */
export function buildWebhookWrites(
  rows: Rows,
  by: Author,
  before: Webhook | undefined,
  after: Webhook,
  action: string,
  changed: readonly string[],
): WebhookWrites {
  const put = before ? replaceWrite('webhook', before, after) : insertWrite('webhook', after);
  return { webhook: put.row, writes: [put, ...followUpWrites(rows, by, after, after, action, changed)] };
}

/** Deletes a webhook. Its waiting deliveries are marked dead once they are due. */
export function buildWebhookRemoval(rows: Rows, by: Author, webhook: Webhook): Write[] {
  const remove: Write = { type: 'remove', table: 'webhook', key: webhook.id };
  return [remove, ...followUpWrites(rows, by, webhook, undefined, 'webhook.deleted', ['status'])];
}

function followUpWrites(
  rows: Rows,
  by: Author,
  { id, organization_id }: Webhook,
  after: Webhook | undefined,
  action: string,
  changed: readonly string[],
): Write[] {
  const organization = required(rows.get('organization', organization_id), 'organization');
  const receivers = updateReceivers(organization.receivers ?? [], id, after);
  return [
    replaceWrite('organization', organization, { ...organization, receivers }),
    auditWrite(by, organization_id, { type: 'webhook', id }, action, changed),
  ];
}
