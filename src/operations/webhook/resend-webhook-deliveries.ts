import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { resendDeliveries } from '../../outbox/resend.js';
import { answer } from '../../schema/primitives.js';
import { delivery, receiverId, resentIds } from '../../schema/webhook.js';
import { deliveryView } from '../../view/webhook-view.js';
import { ownReceiver } from './own-receiver.js';

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
    delivery_ids: resentIds,
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
      const isNamed = (one: Delivery) => one.receiver === receiver.id;
      const { writes, deliveries } = resendDeliveries(rows, delivery_ids, isNamed, context.services.clock.now());
      return { writes, answer: { body: { data: deliveries.map(deliveryView) } } };
    }),
});
