import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { draftWithCheckout } from '../../schema/draft-order.js';
import { dataOf, id } from '../../schema/primitives.js';
import type { PaymentContext } from '../checkout/cart-context.js';
import { endCheckout } from '../checkout/end-checkout.js';
import { draftAnswerOf, inDeployment, ownDraft } from './own-draft.js';

export const cancelDraftOrder = defineOperation({
  name: 'cancel_draft_order',
  title: 'Cancel a draft order',
  description:
    'Withdraws a draft order: its link no longer leads to a payment, and a payment in progress is voided. Canceling it again changes nothing; a paid one is an order, and is canceled as such.',
  scope: 'orders:money',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), draft_id: id('Id of the draft order') }),
  inputErrors: { shop_id: 'shop_not_found', draft_id: 'draft_order_not_found' },
  output: dataOf(draftWithCheckout),
  sample: ({ sellingShop, draft }) => ({ shop_id: sellingShop, draft_id: draft }),
  errors: ['shop_not_found', 'draft_order_not_found', 'checkout_closed', 'version_conflict'],
  http: {
    method: 'post',
    path: '/api/shops/{id}/draft-orders/{draft_id}/cancel',
    parts: { id: 'shop_id', draft_id: 'draft_id' },
  },
  async handle(context: PaymentContext, named) {
    const deployment = await context.read((rows) => {
      const { deployment_id } = ownDraft(rows, context, named);
      return required(rows.get('deployment', deployment_id), 'deployment');
    });
    return endCheckout(inDeployment(context, deployment), named.draft_id, (rows, checkout) =>
      draftAnswerOf(rows, context, checkout),
    );
  },
});
