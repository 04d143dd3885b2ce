import type { Context } from '../../calls/context.js';
import { type Checkout, newCheckout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import { replaceContent } from '../../domain/checkout/replace.js';
import { recordSeenTerms } from '../../domain/checkout/seen-terms.js';
import { assess } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';
import { claimSpender } from '../../operations/checkout/claim-spender.js';
import { insertWrite, type Rows, replaceWrite } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { errorAnswer } from '../answer.js';
import { CHECKOUT } from '../capabilities.js';
import { mergeCart } from '../cart/merge-cart.js';
import { findOpenCheckout, ownCart } from '../cart/own-cart.js';
import { recordAnsweredTotal } from '../checkout/answered-total.js';
import { assessedAnswer, checkoutAnswer, shopHandlers } from '../checkout/answers.js';
import { type CheckoutRequest, neededRows, withoutLineIds } from '../checkout/checkout-request.js';
import { limitGuesses } from '../checkout/guessed-codes.js';
import { ignoredMessages } from '../checkout/messages.js';
import { refusalMessage } from '../checkout/refusals.js';
import { buildReplacement } from '../checkout/replacement.js';
import { withSharedDetails } from '../identity/shared-details.js';
import type { Session } from '../session.js';
import { unguessableId } from '../unguessable-id.js';
import { defineUcpOperation } from './ucp-operation.js';

export const createCheckout = defineUcpOperation({
  name: 'create_checkout',
  title: 'Create a checkout',
  description: 'Begin a purchase, with lines or of a cart.',
  capability: CHECKOUT,
  effect: 'write',
  rest: { method: 'post', path: '/checkout-sessions', status: 201 },
  payload: 'checkout',
  read: ({ session, body }) => withoutLineIds(session.version.readCheckout(body, session.active)),
  handle: (context: Context<'carts' | 'payments'>, session, _id, wanted) =>
    limitGuesses(context, wanted, (count) =>
      context.update((rows) => {
        const row = wanted.cart_id === undefined ? undefined : ownCart(rows, context, wanted.cart_id);
        const open = row && findOpenCheckout(rows, row, context.now);
        if (open) return { writes: [], answer: checkoutAnswer(rows, context, session, open) };
        try {
          const fresh = freshCheckout(context, session, row);
          const content = withSharedDetails(rows, context.caller, row ? mergeCart(wanted, row) : wanted);
          const { cart, decision } = created(rows, context, session, fresh, content, row);
          count(cart, row?.discount_codes ?? []);
          return decision;
        } catch (error) {
          const message = required(refusalMessage(error, session) ?? undefined, 'a message for the refusal');
          return { writes: [], answer: errorAnswer(session, message) };
        }
      }),
    ),
});

/** A new checkout: empty, or with the lines of the cart it is created from. */
function freshCheckout(
  { ids, now, caller }: Context,
  { site, platform }: Session,
  row: PlatformCart | undefined,
): Checkout {
  const { id: deployment_id, shop_id } = site.deployment;
  const owner = { shop_id, deployment_id, buyer_id: `ucp-${ids.uuid()}` };
  const fresh = claimSpender(newCheckout(unguessableId(ids, 'chk'), owner, now), caller);
  return row ? { ...fresh, platform: { ...platform, cart_id: row.id }, lines: row.lines } : { ...fresh, platform };
}

/** Builds the decision that inserts the checkout and, in the same transaction, stores its id in the cart. */
function created(
  rows: Rows,
  context: Context<'carts' | 'payments'>,
  session: Session,
  fresh: Checkout,
  wanted: CheckoutRequest,
  row: PlatformCart | undefined,
) {
  const { ids, now, services } = context;
  const empty = cartOf(rows, fresh, now, neededRows(wanted));
  const content = replaceContent(empty, buildReplacement(empty, wanted, services.carts.buyerSecret), () =>
    ids.next('li'),
  );
  const assessment = assess(cartOf(rows, recordSeenTerms({ ...empty, checkout: content }, true), now));
  const filled = recordAnsweredTotal(assessment, session);
  const put = insertWrite('checkout', filled.checkout);
  const link = row ? [replaceWrite('platform_cart', row, { ...row, checkout_id: fresh.id })] : [];
  // The link of an unstored checkout would differ, so the response is built from the row as it is stored.
  const cart = { ...filled, checkout: put.row };
  const handlers = shopHandlers(rows, context, session, cart);
  const warnings = ignoredMessages(wanted);
  const answer = () => assessedAnswer({ ...assessment, cart }, session, handlers, { warnings });
  return { cart, decision: { writes: [put, ...link], answer } };
}
