import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import { addEntries, LINE_ENTRY_ERRORS, lineEntries, listItemIds, withLikelyItems } from './add-entries.js';
import { baseAnswer } from './base-answer.js';
import { changeCart } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

export const addLineItems = defineOperation({
  name: 'add_line_items',
  title: 'Add line items',
  description: 'Adds items to a cart. The same item with the same properties and parent is merged into one line.',
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    checkout_id: id('Id of the cart'),
    line_items: lineEntries,
  }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout, item }) => ({ checkout_id: checkout, line_items: [{ item: { id: item }, quantity: 1 }] }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', ...LINE_ENTRY_ERRORS, 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/commerce/checkouts/{id}/line-items',
    parts: { id: 'checkout_id' },
    output: dataOf(checkoutB),
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    description:
      'Add items to the cart. Item ids come from search_catalog; its properties say what an item takes and needs. ' +
      'Next: set_buyer and set_destination.',
  },
  handle: (context: Context<'carts' | 'view' | 'search'>, { checkout_id, line_items }) =>
    withLikelyItems(context, line_items, () =>
      changeCart(context, checkout_id, (cart) => addEntries(context, cart, line_items), {
        needs: { itemIds: listItemIds(line_items) },
        toAnswer: baseAnswer,
      }),
    ),
});
