import { CART } from '../capabilities.js';
import { cartAnswer } from '../cart/answers.js';
import { ownCart } from '../cart/own-cart.js';
import { defineUcpOperation } from './ucp-operation.js';

/** Removes the cart and returns it one last time. A checkout created from it stays open. */
export const cancelCart = defineUcpOperation({
  name: 'cancel_cart',
  title: 'Cancel a cart',
  description: 'Remove a cart; the answer is the cart as it was.',
  capability: CART,
  effect: 'destructive',
  needsKey: true,
  rest: { method: 'post', path: '/carts/{id}/cancel' },
  read: () => undefined,
  handle: (context, session, id) =>
    context.update(
      (rows) => {
        const answer = cartAnswer(rows, context, session, ownCart(rows, context, id));
        return { writes: [{ type: 'remove', table: 'platform_cart', key: id }], answer };
      },
      ['get', 'platform_cart', id],
    ),
});
