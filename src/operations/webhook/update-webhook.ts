import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf } from '../../schema/primitives.js';
import { webhook, webhookDescription, webhookEvents, webhookId, webhookUrl } from '../../schema/webhook.js';
import { buildWebhookHints, ownWebhook, webhookAnswer, webhookAuthor } from './own-webhook.js';
import { changeWebhook } from './webhooks.js';

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  title: 'Change a webhook',
  description:
    'Changes the members that are sent; the others stay. While `paused`, no events are recorded for it and waiting deliveries become dead; they can be resent later.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    webhook_id: webhookId,
    url: webhookUrl.exactOptional(),
    events: webhookEvents.exactOptional(),
    description: webhookDescription.exactOptional(),
    status: z.enum(['active', 'paused']).exactOptional().describe('`active` also starts one again that was stopped'),
  }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: dataOf(webhook),
  sample: ({ webhook }) => ({ webhook_id: webhook, events: null, description: 'Warehouse' }),
  errors: ['webhook_not_found', 'version_conflict'],
  http: { method: 'patch', path: '/api/webhooks/{id}', parts: { id: 'webhook_id' }, mergePatch: true },
  handle: (context: Context<'webhooks'>, { webhook_id, ...change }) =>
    context.update(
      (rows) => {
        const before = ownWebhook(rows, context, webhook_id);
        context.expectVersion(before);
        const saved = changeWebhook(rows, webhookAuthor(context), before, change);
        return { writes: saved.writes, answer: webhookAnswer(context, saved.webhook) };
      },
      ...buildWebhookHints(context, webhook_id),
    ),
});
