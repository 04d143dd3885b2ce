import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { delivery, deliveryState, receiverId } from '../../schema/webhook.js';
import { deliveryView } from '../../view/webhook-view.js';
import { ownReceiver } from './own-receiver.js';

export const listWebhookDeliveries = defineOperation({
  name: 'list_webhook_deliveries',
  title: "List a webhook's deliveries",
  description:
    'Deliveries to a webhook or UCP platform of the last 30 days, sent or waiting, newest first, with their outcome. `state=dead` lists those that failed for good.',
  scope: 'webhooks',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    webhook_id: receiverId,
    state: deliveryState.optional().describe('Only those in this state'),
    ...paging,
  }),
  inputErrors: { webhook_id: 'webhook_not_found', cursor: 'invalid_cursor' },
  output: pageOf(delivery),
  sample: ({ webhook }) => ({ webhook_id: webhook, limit: 5 }),
  errors: ['webhook_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    parts: { id: 'webhook_id' },
    query: ['state', 'limit', 'cursor'],
  },
  async handle(context: Context<'lists'>, { webhook_id, state, ...asked }) {
    const { id: receiver } = await context.read((rows) => ownReceiver(rows, context, webhook_id));
    const read = (after: Position | undefined, limit: number) =>
      context.services.lists.page('deliveries', { receiver, state }, after, limit);
    return keysetPage(context, ['deliveries', receiver, state], asked, read, deliveryView);
  },
});
