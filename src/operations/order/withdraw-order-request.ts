import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { withdrawRequest } from '../../domain/order/answer-request.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { changeOrder } from './change-order.js';

export const withdrawOrderRequest = defineOperation({
  name: 'withdraw_order_request',
  title: 'Withdraw a request',
  description: 'Takes a request back that the merchant has not answered.',
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ order_id: orderName, request_id: id('Id of the request') }),
  inputErrors: { order_id: 'order_not_found', request_id: 'order_request_not_found' },
  output: dataOf(order),
  sample: ({ requestedOrder, orderRequest }) => ({ order_id: requestedOrder, request_id: orderRequest }),
  errors: ['order_not_found', 'order_request_not_found', 'order_request_closed', 'version_conflict'],
  http: {
    method: 'delete',
    path: '/api/commerce/orders/{id}/requests/{request_id}',
    parts: { id: 'order_id', request_id: 'request_id' },
  },
  handle: (context: Context<'view'>, { order_id, request_id }) =>
    changeOrder(context, order_id, {
      action: 'order.change_withdrawn',
      decide: (current) => withdrawRequest(current, request_id, context.now),
    }),
});
