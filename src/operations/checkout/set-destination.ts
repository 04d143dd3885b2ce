import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { setDestination as setOn } from '../../domain/checkout/selection.js';
import { announcedDestination, destination } from '../../schema/address.js';
import { checkoutF } from '../../schema/checkout.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { CartContext } from './cart-context.js';
import { changeCart } from './change-cart.js';
import { currentCartId } from './current-cart.js';
import { summaryForAgents } from './summary-for-agents.js';

const inputWith = <Address extends z.ZodType>(address: Address) =>
  z.strictObject({
    checkout_id: id('Id of the cart'),
    destination: address.describe('Where the goods go'),
  });

export const setDestination = defineOperation({
  name: 'set_destination',
  title: 'Set the destination',
  description:
    'Sets the destination of the checkout, so that fulfillment methods and tax can be quoted. The country alone is enough; another call replaces it.',
  scope: 'commerce',
  effect: 'write',
  idempotent: true,
  input: inputWith(destination),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ checkout }) => ({
    checkout_id: checkout,
    destination: {
      address_country: 'US',
      address_region: 'OR',
      address_locality: 'Portland',
      postal_code: '97205',
      street_address: '1450 Juniper Street',
      full_name: 'Ada Park',
    },
  }),
  errors: ['checkout_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/commerce/checkouts/{id}/fulfillment/destination',
    parts: { id: 'checkout_id' },
  },
  mcp: {
    defaultCheckout: currentCartId,
    answer: summaryForAgents,
    announced: inputWith(announcedDestination),
    description:
      'Set where the goods go; it replaces what was set before. address_country alone gives a quote; street_address, address_locality and postal_code are needed to complete a shipped order. Next: select_fulfillment with one of the options of the answer.',
  },
  handle: (context: CartContext, { checkout_id, destination }) =>
    changeCart(context, checkout_id, (cart) => setOn(cart, destination)),
});
