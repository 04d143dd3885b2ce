import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { mailPreview, previewKind } from '../../schema/notice.js';
import { orderName } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { ownOrder } from '../order/change-order.js';

export const previewOrderNotice = defineOperation({
  name: 'preview_order_notice',
  title: 'Preview a notice',
  description:
    'Renders a notice about an order as the order is now, without sending it. It works even if the portal sends no mail.',
  scope: 'fulfillment',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    order_id: orderName,
    notice: previewKind.default('placed').describe('Kind of the notice'),
    language: z.string().min(2).max(35).optional().describe("BCP 47 tag; defaults to the recipient's language"),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(mailPreview),
  sample: ({ order }) => ({ order_id: order, notice: 'placed' as const, language: 'de' }),
  errors: ['order_not_found', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/commerce/orders/{id}/notices/preview',
    parts: { id: 'order_id' },
    query: ['notice', 'language'],
  },
  async handle(context: Context<'mail'>, { order_id, notice, language }) {
    const about = await context.read((rows) => {
      const order = ownOrder(rows, context, order_id);
      return {
        order,
        checkout: required(rows.get('checkout', order.checkout_id), 'checkout'),
        shop: required(rows.get('shop', order.shop_id), 'shop'),
      };
    });
    const { subject, html, text } = await context.services.mail.preview({ notice, language }, about);
    return { body: { data: { subject, html, text } } };
  },
});
