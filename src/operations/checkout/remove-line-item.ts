import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { removeLine } from '../../domain/checkout/lines.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeLine } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

export const removeLineItem = defineOperation({
  name: 'remove_line_item',
  title: 'Remove a line item',
  description: 'Removes a line and the lines that belong to it.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the cart'), line_item_id: id('Id of the line') }),
  inputErrors: { checkout_id: 'checkout_not_found', line_item_id: 'line_item_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout, line }) => ({ checkout_id: checkout, line_item_id: line }),
  errors: ['checkout_not_found', 'line_item_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  http: {
    method: 'delete',
    path: '/api/commerce/checkouts/{id}/line-items/{lineId}',
    parts: { id: 'checkout_id', lineId: 'line_item_id' },
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    description: 'Remove a line from the cart, with its add-ons. Line ids are in line_items of the checkout.',
  },
  handle: (context: CartContext, named) => changeLine(context, named, (cart, line) => removeLine(cart.checkout, line)),
});
