import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { selectOption, selectWithDestinations } from '../../domain/checkout/selection.js';
import type { PricedCart } from '../../domain/checkout/status.js';
import { envelopeDestination } from '../../schema/address.js';
import { checkoutB, checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { ViewSettings } from '../../view/checkout-view.js';
import { withIgnoredDestinations } from '../../view/ignored-destinations.js';
import { baseAnswer } from './base-answer.js';
import type { CartContext } from './cart-context.js';
import { changeCart, fullAnswer } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

const choice = z.strictObject({
  checkout_id: id('Id of the cart'),
  selected_option_id: id('Id of one of the options'),
});

export const selectFulfillment = defineOperation({
  name: 'select_fulfillment',
  title: 'Select the fulfillment method',
  description:
    'Commits the checkout to an option of the method listing. With `destinations` (the envelope form) a shipping option uses the first entry as its destination.',
  scope: 'commerce',
  effect: 'write',
  idempotent: true,
  input: choice.extend({
    destinations: z
      .array(envelopeDestination)
      .max(20)
      .optional()
      .describe('Only the first is used, and only for shipping; omit if the destination is set'),
  }),
  inputErrors: { checkout_id: 'checkout_not_found', selected_option_id: 'fulfillment_option_unknown' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({ checkout_id: checkout, selected_option_id: 'pickup-portland' }),
  errors: [
    'checkout_not_found',
    'checkout_closed',
    'payment_in_progress',
    'fulfillment_option_unknown',
    'fulfillment_address_required',
    'fulfillment_destination_required',
    'version_conflict',
  ],
  http: {
    method: 'post',
    path: '/api/commerce/checkouts/{id}/fulfillment',
    parts: { id: 'checkout_id' },
    output: dataOf(z.union([checkoutF, checkoutB])),
    operationId: 'setCheckoutFulfillment',
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    // The tool omits the address, since set_destination sets it.
    announced: choice,
    description:
      'Choose how the goods come: the id of one of the options that set_destination and add_line_items answer. Next: read messages of the answer; when status is ready_for_complete, show the total and call complete_checkout.',
  },
  handle: (context: CartContext, { checkout_id, selected_option_id, destinations }) =>
    changeCart(
      context,
      checkout_id,
      (cart) =>
        destinations
          ? selectWithDestinations(cart, selected_option_id, destinations)
          : selectOption(cart, selected_option_id),
      {
        acceptsTerms: true,
        toAnswer: (view, priced) =>
          destinations ? envelopeAnswer(view, priced, destinations) : fullAnswer(view, priced),
      },
    ),
});

/**
 * Returns variant B over HTTP for a request with `destinations` (docs/checkout.md). Only F has messages, so F is
 * returned if destinations were ignored.
 */
function envelopeAnswer(view: ViewSettings, priced: PricedCart, destinations: readonly unknown[]) {
  const full = fullAnswer(view, priced);
  const data = withIgnoredDestinations(full.body.data, destinations);
  return data ? { ...full, body: { data } } : baseAnswer(view, priced);
}
