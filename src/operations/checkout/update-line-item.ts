import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { type Cart, findItem, type Line } from '../../domain/checkout/checkout.js';
import { type LineChange, updateLine } from '../../domain/checkout/lines.js';
import { normalizeProperties } from '../../domain/checkout/properties.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { propertiesInput, quantity } from '../../schema/line-item.js';
import { dataOf, id } from '../../schema/primitives.js';
import { undescribed } from '../../schema/undescribed.js';
import { baseAnswer } from './base-answer.js';
import type { CartContext } from './cart-context.js';
import { changeLine, fullAnswer } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

const input = z.strictObject({
  checkout_id: id('Id of the cart'),
  line_item_id: id('Id of the line'),
  quantity: quantity.min(0),
  properties: propertiesInput.optional().describe('Replaces all properties of the line; at most 20'),
});

/** add_line_items describes the members of a property. */
const announced = input.extend({
  properties: undescribed(propertiesInput).optional().describe('Replaces all properties of the line'),
});

export const updateLineItem = defineOperation({
  name: 'update_line_item',
  title: 'Update a line item',
  description: 'Sets the quantity of a line, and its properties when they are sent. Quantity 0 removes the line.',
  scope: 'commerce',
  effect: 'write',
  idempotent: true,
  input,
  inputErrors: { checkout_id: 'checkout_not_found', line_item_id: 'line_item_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout, line }) => ({ checkout_id: checkout, line_item_id: line, quantity: 3 }),
  errors: [
    'checkout_not_found',
    'line_item_not_found',
    'checkout_closed',
    'payment_in_progress',
    'item_unavailable',
    'property_unknown',
    'property_value_invalid',
    'limit_exceeded',
    'version_conflict',
  ],
  http: {
    method: 'patch',
    path: '/api/commerce/checkouts/{id}/line-items/{lineId}',
    parts: { id: 'checkout_id', lineId: 'line_item_id' },
    output: dataOf(z.union([checkoutF, checkoutB])),
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    announced,
    description:
      'Change a line: its quantity (0 removes it) and, when given, all its properties. Line ids are in line_items of the checkout.',
  },
  handle: (context: CartContext, { checkout_id, line_item_id, ...change }) =>
    changeLine(
      context,
      { checkout_id, line_item_id },
      (cart, line) => updateLine(cart, line, context.call.byAgent ? inItsWords(cart, line, change) : change),
      {
        // Variant B if only the quantity was sent and the item has no property specs, otherwise F (docs/checkout.md).
        toAnswer: (view, priced, before, line) =>
          change.properties || findItem(before, line).property_specs.length > 0
            ? fullAnswer(view, priced)
            : baseAnswer(view, priced),
      },
    ),
});

function inItsWords(cart: Cart, { item_id }: Line, change: LineChange): LineChange {
  return change.properties
    ? { ...change, properties: normalizeProperties(cart.items.get(item_id), change.properties) }
    : change;
}
