import type { Context } from '../../calls/context.js';
import { type Checkout, extendLifetime } from '../../domain/checkout/checkout.js';
import { replaceContent } from '../../domain/checkout/replace.js';
import { recordSeenPrices } from '../../domain/checkout/replace-lines.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { type Assessment, assess } from '../../domain/checkout/status.js';
import { assertOpen, buildCheckoutHints, ownCheckout } from '../../operations/checkout/change-cart.js';
import { type Rows, replaceWrite } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { cartWriteBack } from '../../records/cart-of-checkout.js';
import { CHECKOUT } from '../capabilities.js';
import { recordAnsweredTotal } from '../checkout/answered-total.js';
import { assessedAnswer, checkoutAnswer, shopHandlers } from '../checkout/answers.js';
import { type CheckoutRequest, neededRows } from '../checkout/checkout-request.js';
import { limitGuesses } from '../checkout/guessed-codes.js';
import { ignoredMessages } from '../checkout/messages.js';
import { refusalMessage } from '../checkout/refusals.js';
import { buildReplacement } from '../checkout/replacement.js';
import { withSharedDetails } from '../identity/shared-details.js';
import type { Session } from '../session.js';
import { defineUcpOperation } from './ucp-operation.js';

export const updateCheckout = defineUcpOperation({
  name: 'update_checkout',
  title: 'Update a checkout',
  description: 'Replace the whole content of a checkout: omitted members are cleared.',
  capability: CHECKOUT,
  effect: 'write',
  rest: { method: 'put', path: '/checkout-sessions/{id}' },
  payload: 'checkout',
  read: ({ session, body }) => session.version.readCheckout(body, session.active),
  handle: (context: Context<'carts' | 'payments'>, session, id, wanted) => {
    const needs = neededRows(wanted);
    return limitGuesses(context, wanted, (count) =>
      context.update(
        (rows) => {
          const checkout = ownCheckout(rows, context, id);
          try {
            assertOpen(checkout, context.now);
            const { shown, stored } = replacedCart(
              rows,
              context,
              session,
              checkout,
              withSharedDetails(rows, context.caller, wanted),
            );
            count(shown.cart, checkout.discount_codes);
            const put = replaceWrite('checkout', checkout, stored);
            const warnings = ignoredMessages(wanted);
            const writes = [put, ...cartWriteBack(rows, checkout, put.row)];
            const handlers = shopHandlers(rows, context, session, shown.cart);
            return { writes, answer: () => assessedAnswer(shown, session, handlers, { warnings }) };
          } catch (error) {
            const refusal = refusalMessage(error, session);
            return { writes: [], answer: checkoutAnswer(rows, context, session, checkout, refusal ? { refusal } : {}) };
          }
        },
        ...buildCheckoutHints(context, id, needs),
      ),
    );
  },
});

/**
 * Applies the replacement. The response reports the shop's changes of prices, delivery and tax since the previous
 * response, so they count as seen. Completing the checkout pays the total in this response.
 */
function replacedCart(
  rows: Rows,
  { now, ids, services }: Context<'carts'>,
  session: Session,
  checkout: Checkout,
  wanted: CheckoutRequest,
): { readonly shown: Assessment; readonly stored: Checkout } {
  const before = cartOf(rows, checkout, now, neededRows(wanted));
  const content = replaceContent(before, buildReplacement(before, wanted, services.carts.buyerSecret), () =>
    ids.next('li'),
  );
  const seen = recordSeenTerms({ ...before, checkout: extendLifetime(content, now) }, false);
  // Eligibility for `once_per_buyer` discounts depends on the buyer, so a changed buyer needs fresh reads.
  const sameBuyer = seen.buyer_key === checkout.buyer_key;
  const assessment = assess(sameBuyer ? { ...before, checkout: seen } : cartOf(rows, seen, now));
  const cart = recordAnsweredTotal(assessment, session);
  return {
    shown: { ...assessment, cart },
    stored: recordSeenPrices({ ...cart, checkout: recordSeenTerms(cart, true) }),
  };
}
