import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { writeNote } from '../../domain/order/note.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { changeOrder } from '../order/change-order.js';
import { inShop } from './in-shop.js';

export const setOrderNote = defineOperation({
  name: 'set_order_note',
  title: "Set the note on a shop's order",
  description:
    'Replaces the note that only the merchant can read, or removes it with null. The order is not held, and may have any status.',
  scope: 'orders:fulfill',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    order_id: orderName,
    note: text(2000, 'For the merchant alone; null removes it').nullable(),
  }),
  inputErrors: { shop_id: 'shop_not_found', order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ sellingShop, order }) => ({ shop_id: sellingShop, order_id: order, note: 'Ada calls on Monday' }),
  errors: ['shop_not_found', 'order_not_found', 'version_conflict'],
  http: {
    method: 'put',
    path: '/api/shops/{id}/orders/{order_id}/note',
    parts: { id: 'shop_id', order_id: 'order_id' },
  },
  handle: (context: Context<'view'>, { shop_id, order_id, note }) =>
    changeOrder(inShop(context, shop_id), order_id, {
      action: 'order.note_set',
      decide: (current) => writeNote(current, note, context.now),
    }),
});
