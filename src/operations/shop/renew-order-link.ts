import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { ownOrder, prepareOrderAnswer } from '../order/change-order.js';
import { renewLink } from '../order/link-writes.js';
import { inShop } from './in-shop.js';

export const renewOrderLink = defineOperation({
  name: 'renew_order_link',
  title: "Replace the link of a shop's order",
  description:
    'Replaces the link of the order, which is its `permalink_url`. The earlier one never works again. An order whose link was ended gets one.',
  scope: 'orders:fulfill',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ shop_id: id('Id of the shop'), order_id: orderName }),
  inputErrors: { shop_id: 'shop_not_found', order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ sellingShop, order }) => ({ shop_id: sellingShop, order_id: order }),
  errors: ['shop_not_found', 'order_not_found', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/shops/{id}/orders/{order_id}/link',
    parts: { id: 'shop_id', order_id: 'order_id' },
  },
  handle: (context: Context<'view'>, { shop_id, order_id }) => {
    const confined = inShop(context, shop_id);
    return context.update((rows) => {
      const { order, writes } = renewLink(rows, authorOf(context), ownOrder(rows, confined, order_id));
      return { writes, answer: prepareOrderAnswer(confined, rows, order) };
    });
  },
});
