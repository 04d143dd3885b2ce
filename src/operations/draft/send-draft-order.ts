import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { canMailLink } from '../../outbox/pay-links.js';
import { replaceWrite } from '../../ports.js';
import { buildCartHints } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { draftWithCheckout } from '../../schema/draft-order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { assertOpen } from '../checkout/change-cart.js';
import { draftAnswerOf, ownDraft } from './own-draft.js';

export const sendDraftOrder = defineOperation({
  name: 'send_draft_order',
  title: 'Mail the link of a draft order',
  description:
    'Mails the link of a draft order to its buyer again, with the prices of now. The link stays the same. If the portal or the shop sends no such mail, nothing is changed.',
  scope: 'orders:money',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ shop_id: id('Id of the shop'), draft_id: id('Id of the draft order') }),
  inputErrors: { shop_id: 'shop_not_found', draft_id: 'draft_order_not_found' },
  output: dataOf(draftWithCheckout),
  sample: ({ sellingShop, draft }) => ({ shop_id: sellingShop, draft_id: draft }),
  errors: ['shop_not_found', 'draft_order_not_found', 'checkout_closed', 'payment_in_progress', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/shops/{id}/draft-orders/{draft_id}/mail',
    parts: { id: 'shop_id', draft_id: 'draft_id' },
  },
  handle: (context: Context<'view' | 'mail'>, named) =>
    context.update(
      (rows) => {
        const before = ownDraft(rows, context, named);
        assertOpen(before, context.now);
        const draft = required(before.draft, 'draft');
        const shop = required(rows.get('shop', before.shop_id), 'shop');
        if (!canMailLink(context.services.mail.secret, shop, before))
          return { writes: [], answer: draftAnswerOf(rows, context, before) };
        // The mail is derived from a later time than before, also if both are sent in the same millisecond.
        const mailed_at = Math.max(context.now, (draft.mailed_at ?? 0) + 1);
        const put = replaceWrite('checkout', before, { ...before, draft: { ...draft, mailed_at } });
        const { organization_id } = context.caller;
        return {
          writes: buildCheckoutWrites(authorOf(context), organization_id, put, 'checkout.link_mailed', ['draft']),
          answer: draftAnswerOf(rows, context, put.row),
        };
      },
      ...buildCartHints(named.shop_id, named.draft_id),
    ),
});
