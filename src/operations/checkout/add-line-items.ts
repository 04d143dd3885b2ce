import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Cart } from '../../domain/checkout/checkout.js';
import { type AddedLine, addLines } from '../../domain/checkout/lines.js';
import { normalizeProperties } from '../../domain/checkout/properties.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { lineId, propertiesInput, quantity } from '../../schema/line-item.js';
import { dataOf, id } from '../../schema/primitives.js';
import { suggestItems } from '../catalog/near-items.js';
import { changeCart, withBaseVariant } from './change-cart.js';
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
    line_items: z
      .array(
        z.strictObject({
          item: z.strictObject({ id: id('Item id from the catalog') }).describe('What to add'),
          quantity: quantity.min(1),
          id: lineId.optional().describe('Your own id for a new line, so that another entry can name it as its parent'),
          parent_id: lineId.optional().describe('Line that this one belongs to, such as an add-on to its product'),
          properties: propertiesInput.optional(),
        }),
      )
      .min(1)
      .max(100)
      .describe('1 to 100 entries'),
  }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout, item }) => ({ checkout_id: checkout, line_items: [{ item: { id: item }, quantity: 1 }] }),
  errors: [
    'checkout_not_found',
    'checkout_closed',
    'payment_in_progress',
    'item_not_found',
    'item_unavailable',
    'parent_not_found',
    'property_unknown',
    'property_value_invalid',
    'line_item_conflict',
    'limit_exceeded',
    'version_conflict',
  ],
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
    changeCart(
      context,
      checkout_id,
      (cart) => {
        const entries = context.call.byAgent ? line_items.map((entry) => inItsWords(cart, entry)) : line_items;
        return addLines(cart, entries, () => context.ids.next('li'));
      },
      { needs: { itemIds: line_items.map((entry) => entry.item.id) }, toAnswer: withBaseVariant },
    ).catch(async (error: unknown) => {
      throw await suggestItems(
        context,
        error,
        line_items.map(({ item }) => item.id),
      );
    }),
});

function inItsWords(cart: Cart, entry: AddedLine): AddedLine {
  const { item, properties } = entry;
  return properties ? { ...entry, properties: normalizeProperties(cart.items.get(item.id), properties) } : entry;
}
