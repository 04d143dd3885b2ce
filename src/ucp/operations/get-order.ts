import { isOwn } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import { ORDER } from '../capabilities.js';
import { orderAnswer } from '../order/answers.js';
import { UcpOutcome } from '../outcome.js';
import { defineUcpOperation } from './ucp-operation.js';

export const getOrder = defineUcpOperation({
  name: 'get_order',
  title: 'Get an order',
  description: 'An order, with what left the shop, was canceled, came back and was refunded.',
  capability: ORDER,
  effect: 'read',
  rest: { method: 'get', path: '/orders/{id}' },
  read: () => undefined,
  handle: (context, session, id) => {
    // Who only claims a profile has not authenticated (UCP, Get Order, Authorization).
    if (!session.platform.proven) {
      throw new UcpOutcome(
        'unauthorized',
        'Orders are for platforms that prove who they are: by a key or a signature.',
      );
    }
    return context.read(
      (rows) => {
        const order = rows.get('order', id);
        if (!order || !isOwn(order, context.caller)) {
          throw new UcpOutcome('not_found', 'There is no order with this id for this platform.');
        }
        return orderAnswer(session, order, required(rows.get('shop', order.shop_id), 'shop'));
      },
      ['get', 'order', id],
    );
  },
});
