import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { buildCartHints } from '../../records/assessment.js';
import { draftWithCheckout } from '../../schema/draft-order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { draftAnswerOf, ownDraft } from './own-draft.js';

export const getDraftOrder = defineOperation({
  name: 'get_draft_order',
  title: 'Get a draft order',
  description: 'Returns a draft order with its checkout: prices, taxes, and what the buyer still has to do.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), draft_id: id('Id of the draft order') }),
  inputErrors: { shop_id: 'shop_not_found', draft_id: 'draft_order_not_found' },
  output: dataOf(draftWithCheckout),
  sample: ({ sellingShop, draft }) => ({ shop_id: sellingShop, draft_id: draft }),
  errors: ['shop_not_found', 'draft_order_not_found', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/draft-orders/{draft_id}',
    parts: { id: 'shop_id', draft_id: 'draft_id' },
  },
  handle: (context: Context<'view'>, named) =>
    context.read(
      (rows) => draftAnswerOf(rows, context, ownDraft(rows, context, named)),
      ...buildCartHints(named.shop_id, named.draft_id),
    ),
});
