import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { assessmentsOf } from '../../records/assessment.js';
import { draftOrder } from '../../schema/draft-order.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { draftOrderView } from '../../view/draft-order-view.js';
import { ownShop } from '../shop/own-shop.js';

export const listDraftOrders = defineOperation({
  name: 'list_draft_orders',
  title: "List a shop's draft orders",
  description: 'Draft orders that are neither paid nor canceled, oldest first.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(draftOrder),
  sample: ({ sellingShop }) => ({ shop_id: sellingShop, limit: 5 }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/draft-orders',
    parts: { id: 'shop_id' },
    query: ['limit', 'cursor'],
  },
  async handle(context: Context<'lists' | 'view'>, { shop_id, ...page }) {
    const { lists, view } = context.services;
    await context.read((rows) => ownShop(rows, context, shop_id));
    const read = async (after: Position | undefined, most: number) => {
      const { entries, next } = await lists.page('drafts', { shop_id }, after, most);
      const drafts = await context.read((rows) => assessmentsOf(rows, entries, context.now));
      return { entries: drafts, next };
    };
    return keysetPage(context, ['draft orders', shop_id], page, read, (draft) => draftOrderView(draft, view.links));
  },
});
