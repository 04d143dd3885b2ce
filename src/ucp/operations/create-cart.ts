import type { Context } from '../../calls/context.js';
import { newPlatformCart, replaceCartContent, toUnstoredCheckout } from '../../domain/checkout/platform-cart.js';
import { replaceContent } from '../../domain/checkout/replace.js';
import { required } from '../../domain/values/required.js';
import { insertWrite } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { errorAnswer } from '../answer.js';
import { CART } from '../capabilities.js';
import { cartAnswer } from '../cart/answers.js';
import { neededRows, withoutLineIds } from '../checkout/checkout-request.js';
import { limitGuesses } from '../checkout/guessed-codes.js';
import { refusalMessage } from '../checkout/refusals.js';
import { buildReplacement } from '../checkout/replacement.js';
import { unguessableId } from '../unguessable-id.js';
import { defineUcpOperation } from './ucp-operation.js';

export const createCart = defineUcpOperation({
  name: 'create_cart',
  title: 'Create a cart',
  description: 'Collect items before a purchase.',
  capability: CART,
  effect: 'write',
  rest: { method: 'post', path: '/carts', status: 201 },
  payload: 'cart',
  read: ({ session, body }) => withoutLineIds(session.version.readCart(body, session.active)),
  handle: (context: Context<'carts'>, session, _id, wanted) =>
    limitGuesses(context, wanted, (count) =>
      context.update((rows) => {
        const { ids, now, services } = context;
        const { id: deployment_id, shop_id } = session.site.deployment;
        const owner = { shop_id, deployment_id, platform: session.platform };
        const fresh = newPlatformCart(unguessableId(ids, 'cart'), owner, now);
        try {
          const cart = cartOf(rows, toUnstoredCheckout(fresh), now, neededRows(wanted));
          const content = replaceContent(cart, buildReplacement(cart, wanted, services.carts.buyerSecret), () =>
            ids.next('li'),
          );
          count({ ...cart, checkout: content }, []);
          const put = insertWrite('platform_cart', replaceCartContent(fresh, content, now));
          return { writes: [put], answer: cartAnswer(rows, context, session, put.row) };
        } catch (error) {
          const message = required(refusalMessage(error, session) ?? undefined, 'a message for the refusal');
          return { writes: [], answer: errorAnswer(session, message) };
        }
      }),
    ),
});
