import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { release } from '../../domain/order/actions.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { changeOrder } from './change-order.js';

export const releaseOrder = defineOperation({
  name: 'release_order',
  title: 'Release a held order',
  description: 'Returns a held order to the status it had before.',
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ heldOrder }) => ({ order_id: heldOrder }),
  errors: ['order_not_found', 'order_not_on_hold', 'hold_has_rule', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/release', parts: { id: 'order_id' } },
  mcp: {
    description: 'Continue the fulfillment of a held order. Allowed while permitted_actions has release.',
  },
  handle: (context: Context<'view'>, { order_id }) =>
    changeOrder(context, order_id, {
      action: 'order.released',
      decide: (current) => release(current, context.now),
    }),
});
