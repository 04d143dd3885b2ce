import { newCheckout } from '../../domain/checkout/checkout.js';
import { replaceContent } from '../../domain/checkout/replace.js';
import { withSeenTerms } from '../../domain/checkout/seen-terms.js';
import { assess } from '../../domain/checkout/status.js';
import { normalizeCode } from '../../domain/shop/discount.js';
import { required } from '../../domain/values/required.js';
import { inserted } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import { CHECKOUT } from '../capabilities.js';
import { withTotal } from '../checkout/answered-total.js';
import { assessedAnswer, errorAnswer } from '../checkout/answers.js';
import { refusalMessage } from '../checkout/refusals.js';
import { replacementOf } from '../checkout/replacement.js';
import { defineUcpOperation } from './ucp-operation.js';

/** Random characters beside the id: in an open shop, whoever knows it may go on with the checkout. */
const SECRET_LENGTH = 22;

export const createCheckout = defineUcpOperation({
  name: 'create_checkout',
  title: 'Create a checkout',
  capability: CHECKOUT,
  effect: 'write',
  rest: { method: 'post', path: '/checkout-sessions', status: 201 },
  read: ({ session, body }) => {
    const wanted = session.version.readCheckout(body, session.active);
    // The shop gives ids to lines, so the first call has none.
    return { ...wanted, lines: wanted.lines.map(({ item, quantity }) => ({ item, quantity })) };
  },
  handle: (context, session, _id, wanted) =>
    context.update((rows) => {
      const { ids, now, buyerSecret } = context;
      const { id: deployment_id, shop_id } = session.site.deployment;
      const owner = { shop_id, deployment_id, buyer_id: `ucp-${ids.uuid()}` };
      const id = `${ids.next('chk')}_${ids.secret(SECRET_LENGTH)}`;
      const fresh = { ...newCheckout(id, owner, now), platform: session.platform };
      const needs = {
        itemIds: wanted.lines.map(({ item }) => item.id),
        codes: (wanted.codes ?? []).map(normalizeCode),
      };
      try {
        const cart = cartOf(rows, fresh, now, needs);
        const content = replaceContent(cart, replacementOf(cart, wanted, buyerSecret), () => ids.next('li'));
        const assessment = assess(cartOf(rows, withSeenTerms({ ...cart, checkout: content }, true), now));
        const filled = withTotal(assessment);
        const put = inserted('checkout', filled.checkout);
        return { writes: [put], answer: assessedAnswer({ ...assessment, cart: filled }, context, session) };
      } catch (error) {
        const message = required(refusalMessage(error) ?? undefined, 'a message for the refusal');
        return { writes: [], answer: errorAnswer(session, message) };
      }
    }),
});
