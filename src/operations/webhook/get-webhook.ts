import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf } from '../../schema/primitives.js';
import { webhook, webhookId } from '../../schema/webhook.js';
import { ownWebhook, webhookAnswer } from './own-webhook.js';

export const getWebhook = defineOperation({
  name: 'get_webhook',
  title: 'Get a webhook',
  description: 'One webhook of the organization, without its secret.',
  scope: 'webhooks',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ webhook_id: webhookId }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: dataOf(webhook),
  sample: ({ webhook }) => ({ webhook_id: webhook }),
  errors: ['webhook_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/webhooks/{id}', parts: { id: 'webhook_id' } },
  handle: (context, { webhook_id }) =>
    context.read((rows) => {
      const row = ownWebhook(rows, context, webhook_id);
      context.expectVersion(row);
      return webhookAnswer(context, row);
    }),
});
