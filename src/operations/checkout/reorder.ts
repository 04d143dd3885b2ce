import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Message } from '../../domain/checkout/message.js';
import { addOrderedLines } from '../../domain/checkout/reorder.js';
import { namedOrder } from '../../records/named-order.js';
import { checkoutF } from '../../schema/checkout.js';
import { orderName } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { messagesView } from '../../view/message-view.js';
import { carryOver } from './carry-over.js';
import { changeCart, fullAnswer } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

export const reorder = defineOperation({
  name: 'reorder',
  title: 'Order again',
  description:
    "Adds the lines of an order to the caller's current cart, at today's prices, and its buyer and address if the cart has none. `messages` lists what is no longer available.",
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(checkoutF),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'payment_in_progress', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/reorder', parts: { id: 'order_id' } },
  mcp: { answer: summaryForAgents, description: 'Put the items of an old order, its buyer and address into the cart.' },
  async handle(context: Context<'carts' | 'view' | 'search'>, { order_id }) {
    const order = await context.read((rows) => namedOrder(rows, context.caller, order_id));
    const { line_items } = order;
    const cart = await currentCartId(context);
    let messages: readonly Message[] = [];
    return changeCart(
      context,
      cart,
      (current) => {
        const { checkout, messages: found } = addOrderedLines(current, line_items, () => context.ids.next('li'));
        messages = found;
        return carryOver({ ...current, checkout }, order, context.services.carts.buyerSecret);
      },
      {
        needs: { itemIds: line_items.map(({ item }) => item.id) },
        toAnswer(view, priced) {
          const answer = fullAnswer(view, priced);
          const { data } = answer.body;
          return {
            ...answer,
            body: { data: { ...data, messages: [...data.messages, ...messagesView(messages, data.context.language)] } },
          };
        },
      },
    );
  },
});
