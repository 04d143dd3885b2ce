import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { changeDestination } from '../../domain/order/change-destination.js';
import { destination } from '../../schema/address.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { changeOrder } from '../order/change-order.js';
import { inShop } from './in-shop.js';

export const setOrderDestination = defineOperation({
  name: 'set_order_destination',
  title: "Change where a shop's order is shipped",
  description:
    'Replaces the delivery address of an order of which nothing was shipped. Country and region stay, since tax and delivery were computed for them.',
  scope: 'orders:fulfill',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    order_id: orderName,
    destination: destination.describe('The new address, in full'),
  }),
  inputErrors: { shop_id: 'shop_not_found', order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ sellingShop, addressedOrder }) => ({
    shop_id: sellingShop,
    order_id: addressedOrder,
    destination: {
      full_name: 'Ada Lovelace',
      street_address: '12 New Street',
      address_locality: 'Portland',
      address_region: 'OR',
      postal_code: '97205',
      address_country: 'US',
    },
  }),
  errors: ['shop_not_found', 'order_not_found', 'order_not_fulfillable', 'version_conflict'],
  http: {
    method: 'put',
    path: '/api/shops/{id}/orders/{order_id}/destination',
    parts: { id: 'shop_id', order_id: 'order_id' },
  },
  handle: (context: Context<'view'>, { shop_id, order_id, destination: address }) =>
    changeOrder(inShop(context, shop_id), order_id, {
      action: 'order.destination_changed',
      decide: (current) => changeDestination(current, address, context.now),
    }),
});
