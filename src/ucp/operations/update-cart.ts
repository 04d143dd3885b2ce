import type { Context } from '../../calls/context.js';
import { replaceCartContent, toUnstoredCheckout } from '../../domain/checkout/platform-cart.js';
import { replaceContent } from '../../domain/checkout/replace.js';
import { recordSeenPrices } from '../../domain/checkout/replace-lines.js';
import { replaceWrite } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { CART } from '../capabilities.js';
import { cartAnswer } from '../cart/answers.js';
import { ownCart } from '../cart/own-cart.js';
import { neededRows } from '../checkout/checkout-request.js';
import { limitGuesses } from '../checkout/guessed-codes.js';
import { refusalMessage } from '../checkout/refusals.js';
import { buildReplacement } from '../checkout/replacement.js';
import { defineUcpOperation } from './ucp-operation.js';

export const updateCart = defineUcpOperation({
  name: 'update_cart',
  title: 'Update a cart',
  description: 'Replace the whole content of a cart.',
  capability: CART,
  effect: 'write',
  rest: { method: 'put', path: '/carts/{id}' },
  payload: 'cart',
  read: ({ session, body }) => session.version.readCart(body, session.active),
  handle: (context: Context<'carts'>, session, id, wanted) =>
    limitGuesses(context, wanted, (count) =>
      context.update(
        (rows) => {
          const { ids, now, services } = context;
          const row = ownCart(rows, context, id);
          try {
            const cart = cartOf(rows, toUnstoredCheckout(row), now, neededRows(wanted));
            const content = replaceContent(cart, buildReplacement(cart, wanted, services.carts.buyerSecret), () =>
              ids.next('li'),
            );
            const changed = replaceCartContent(row, content, now);
            count({ ...cart, checkout: content }, row.discount_codes);
            // The response reports price changes since the previous response, so they count as seen from now on.
            const answer = cartAnswer(rows, context, session, changed);
            const seen = recordSeenPrices({ ...cart, checkout: content });
            return { writes: [replaceWrite('platform_cart', row, replaceCartContent(row, seen, now))], answer };
          } catch (error) {
            return {
              writes: [],
              answer: cartAnswer(rows, context, session, row, refusalMessage(error, session) ?? undefined),
            };
          }
        },
        ['get', 'platform_cart', id],
      ),
    ),
});
