import { CART } from '../capabilities.js';
import { cartAnswer } from '../cart/answers.js';
import { ownCart } from '../cart/own-cart.js';
import { defineUcpOperation } from './ucp-operation.js';

export const getCart = defineUcpOperation({
  name: 'get_cart',
  title: 'Get a cart',
  description: 'The cart as it is now.',
  capability: CART,
  effect: 'read',
  rest: { method: 'get', path: '/carts/{id}' },
  read: () => undefined,
  handle: (context, session, id) =>
    context.read(
      (rows) => cartAnswer(rows, context, session, ownCart(rows, context, id)),
      ['get', 'platform_cart', id],
    ),
});
