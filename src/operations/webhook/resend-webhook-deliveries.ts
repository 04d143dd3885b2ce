import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { answer, id } from '../../schema/primitives.js';
import { delivery, receiverId } from '../../schema/webhook.js';
import { deliveryView } from '../../view/webhook-view.js';
import { ownReceiver } from './own-receiver.js';
import { resendDelivery } from './resend.js';

const MAX_RESENT = 100;

export const resendWebhookDeliveries = defineOperation({
  name: 'resend_webhook_deliveries',
  title: 'Send deliveries again',
  description:
    'Resends dead or acknowledged deliveries with the same event ids and bodies, after the waiting ones of the same object. Returns the new deliveries; one that still waits is returned unchanged.',
  scope: 'webhooks',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    webhook_id: receiverId,
    delivery_ids: z
      .array(id('Id of a delivery'))
      .min(1)
      .max(MAX_RESENT)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'names a delivery twice' })
      .describe(`Ids from the list of deliveries, 1 to ${MAX_RESENT}`),
  }),
  inputErrors: { webhook_id: 'webhook_not_found' },
  output: answer({ data: z.array(delivery) }),
  sample: ({ webhook, delivery }) => ({ webhook_id: webhook, delivery_ids: [delivery] }),
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_not_active', 'delivery_erased'],
  http: { method: 'post', path: '/api/webhooks/{id}/resend', parts: { id: 'webhook_id' } },
  handle: (context: Context<'clock'>, { webhook_id, delivery_ids }) =>
    context.update((rows) => {
      const receiver = ownReceiver(rows, context, webhook_id);
      receiver.assertActive();
      const { writes, deliveries } = resendDelivery(rows, receiver.id, delivery_ids, context.services.clock.now());
      return { writes, answer: { body: { data: deliveries.map(deliveryView) } } };
    }),
});
