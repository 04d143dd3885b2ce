import { z } from 'zod';
import { linesOf } from '../../calls/agent-answer.js';
import { defineOperation } from '../../calls/define.js';
import { assertListable } from '../../domain/checkout/selection.js';
import { assessmentOf } from '../../records/assessment.js';
import { type FulfillmentMethod, fulfillmentMethod } from '../../schema/checkout.js';
import { optionLine as optionLineForm } from '../../schema/checkout-summary.js';
import { answer, id } from '../../schema/primitives.js';
import { optionLine } from '../../view/checkout-summary.js';
import { fulfillmentMethodsView } from '../../view/fulfillment-view.js';
import type { CartContext } from './cart-context.js';
import { ownCheckout } from './change-cart.js';
import { currentCartId } from './current-cart.js';

const methodList = answer({ data: z.array(fulfillmentMethod) });
const methodLine = optionLineForm.extend({ method_type: fulfillmentMethod.shape.method_type });

export const listFulfillmentMethods = defineOperation({
  name: 'list_fulfillment_methods',
  title: 'List the fulfillment methods',
  description: 'The options that the checkout offers now, with price and promised time. Set the destination first.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ checkout_id: id('Id of the checkout') }),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: methodList,
  sample: ({ checkout }) => ({ checkout_id: checkout }),
  errors: ['checkout_not_found', 'fulfillment_destination_required', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/commerce/checkouts/{id}/fulfillment/methods',
    parts: { id: 'checkout_id' },
    operationId: 'listCheckoutFulfillmentMethods',
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: linesOf(methodList, methodLine, lineOf),
    description:
      'List all delivery, pickup and digital options with price (minor units) and times, also when one is selected. Next: select_fulfillment.',
  },
  handle: (context: CartContext, { checkout_id }) =>
    context.read((rows) => {
      const checkout = ownCheckout(rows, context, checkout_id);
      const assessment = assessmentOf(rows, checkout, context.now);
      assertListable(assessment.cart);
      const language = context.services.view.language ?? assessment.cart.shop.settings.language;
      return { body: { data: fulfillmentMethodsView(assessment, language) } };
    }),
});

function lineOf(method: FulfillmentMethod) {
  return { ...optionLine(method), method_type: method.method_type };
}
