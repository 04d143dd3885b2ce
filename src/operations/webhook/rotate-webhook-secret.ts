import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf } from '../../schema/primitives.js';
import { webhookId, webhookWithSecret } from '../../schema/webhook.js';
import { buildWebhookHints, ownWebhook, secretAnswer, webhookAuthor } from './own-webhook.js';
import { rotateSecret } from './webhooks.js';

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  title: "Rotate a webhook's secret",
  description:
    'Creates a new secret, shown only once. For a day, messages are also signed with the previous secret, so that receivers can switch; a second rotation ends the oldest one at once.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: false,
  secretAnswer: true,
  input: z.strictObject({ webhook_id: webhookId }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: dataOf(webhookWithSecret),
  sample: ({ webhook }) => ({ webhook_id: webhook }),
  errors: ['webhook_not_found', 'version_conflict'],
  http: { method: 'post', path: '/api/webhooks/{id}/rotate-secret', parts: { id: 'webhook_id' } },
  handle: (context: Context<'webhooks'>, { webhook_id }) =>
    context.update(
      (rows) => {
        const before = ownWebhook(rows, context, webhook_id);
        context.expectVersion(before);
        const made = rotateSecret(rows, webhookAuthor(context), before);
        return { writes: made.writes, answer: secretAnswer(context, made.webhook, made.secret) };
      },
      ...buildWebhookHints(context, webhook_id),
    ),
});
