import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { resendDeliveries } from '../../outbox/resend.js';
import { notice } from '../../schema/notice.js';
import { orderName } from '../../schema/order.js';
import { answer } from '../../schema/primitives.js';
import { MAX_RESENT, resentIds } from '../../schema/webhook.js';
import { isNotice, noticeViewFor } from '../../view/notice-view.js';
import { ownOrder } from '../order/change-order.js';
import { subjectOf, unsentNotices } from './order-notices.js';

export const resendOrderNotices = defineOperation({
  name: 'resend_order_notices',
  title: 'Send notices again',
  description:
    'Sends notices about an order again, to the same address, with the same content and `Message-ID`. Returns the new deliveries; one that still waits is returned unchanged.',
  scope: 'fulfillment',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    order_id: orderName,
    delivery_ids: resentIds
      .optional()
      .describe('Ids from the list of notices; omitted: the dead ones not sent again, at most 100'),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: answer({ data: z.array(notice) }),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'version_conflict', 'delivery_not_found', 'delivery_erased'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/notices/resend', parts: { id: 'order_id' } },
  async handle(context: Context<'lists' | 'clock'>, { order_id, delivery_ids }) {
    const subject = subjectOf(await context.read((rows) => ownOrder(rows, context, order_id)));
    const ids = delivery_ids ?? (await unsentNotices(context.services.lists.page, subject)).slice(0, MAX_RESENT);
    return context.update((rows) => {
      const isNamed = (one: Delivery) => isNotice(one) && one.subject === subject;
      const { writes, deliveries } = resendDeliveries(rows, ids, isNamed, context.services.clock.now());
      return { writes, answer: { body: { data: deliveries.filter(isNotice).map(noticeViewFor(context.caller)) } } };
    });
  },
});
