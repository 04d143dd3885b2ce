import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { webhookDescription, webhookEvents, webhookUrl, webhookWithSecret } from '../../schema/webhook.js';
import { secretAnswer, webhookAuthor } from './own-webhook.js';
import { createWebhook as create } from './webhooks.js';

export const createWebhook = defineOperation({
  name: 'create_webhook',
  title: 'Create a webhook',
  description:
    'Sends events about orders, items, receipts and signing keys to this URL, signed as in Standard Webhooks. Orders include their buyers. The secret is shown only once.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: false,
  secretAnswer: true,
  input: z.strictObject({
    url: webhookUrl,
    shop_id: id('Only events of this shop; omit for all of the organization').exactOptional(),
    events: webhookEvents.exactOptional(),
    description: webhookDescription.exactOptional(),
  }),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(webhookWithSecret),
  sample: () => ({
    url: 'https://merchant.example/events',
    events: ['item.created' as const, 'item.withdrawn' as const],
  }),
  errors: ['shop_not_found', 'limit_exceeded'],
  http: { method: 'post', path: '/api/webhooks' },
  handle: (context: Context<'webhooks'>, { url, shop_id = null, events = null, description = null }) =>
    context.update(
      (rows) => {
        const members = { url, shop_id, events, description };
        const made = create(rows, webhookAuthor(context), context.caller.organization_id, members);
        return { writes: made.writes, answer: secretAnswer(context, made.webhook, made.secret) };
      },
      ['get', 'organization', context.caller.organization_id],
    ),
});
