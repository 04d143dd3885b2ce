import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { buildWebhookRemoval } from '../../outbox/webhook-writes.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { webhook, webhookId } from '../../schema/webhook.js';
import { webhookView } from '../../view/webhook-view.js';
import { buildWebhookHints, ownWebhook } from './own-webhook.js';

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description: 'Deletes a webhook and returns its last state. Its waiting deliveries are not sent.',
  scope: 'webhooks',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({ webhook_id: webhookId }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: dataOf(webhook),
  sample: ({ webhook }) => ({ webhook_id: webhook }),
  errors: ['webhook_not_found', 'version_conflict'],
  http: { method: 'delete', path: '/api/webhooks/{id}', parts: { id: 'webhook_id' } },
  handle: (context, { webhook_id }) =>
    context.update(
      (rows) => {
        const row = ownWebhook(rows, context, webhook_id);
        context.expectVersion(row);
        const writes = buildWebhookRemoval(rows, authorOf(context), row);
        return { writes, answer: { body: { data: webhookView(row, context.now) } } };
      },
      ...buildWebhookHints(context, webhook_id),
    ),
});
