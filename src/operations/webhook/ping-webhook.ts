import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { buildPing } from '../../outbox/event-writes.js';
import { dataOf } from '../../schema/primitives.js';
import { delivery, webhookId } from '../../schema/webhook.js';
import { deliveryView } from '../../view/webhook-view.js';
import { assertActive, ownWebhook } from './own-webhook.js';

export const pingWebhook = defineOperation({
  name: 'ping_webhook',
  title: 'Try a webhook out',
  description:
    'Sends the event `webhook.ping` like any other event. Returns its delivery; the list of deliveries shows the outcome.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ webhook_id: webhookId }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: dataOf(delivery),
  sample: ({ webhook }) => ({ webhook_id: webhook }),
  errors: ['webhook_not_found', 'webhook_not_active'],
  http: { method: 'post', path: '/api/webhooks/{id}/ping', parts: { id: 'webhook_id' } },
  handle: (context: Context<'clock'>, { webhook_id }) =>
    context.update((rows) => {
      const webhook = ownWebhook(rows, context, webhook_id);
      assertActive(webhook);
      const { writes, delivery } = buildPing(
        { ids: context.ids, now: () => context.services.clock.now() },
        rows,
        webhook,
      );
      return { writes, answer: { body: { data: deliveryView(delivery) } } };
    }),
});
