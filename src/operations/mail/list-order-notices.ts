import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { notice } from '../../schema/notice.js';
import { orderName } from '../../schema/order.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { noticeViewFor } from '../../view/notice-view.js';
import { ownOrder } from '../order/change-order.js';
import { orderNotices, subjectOf } from './order-notices.js';

export const listOrderNotices = defineOperation({
  name: 'list_order_notices',
  title: "List an order's notices",
  description:
    'Notices by mail about an order of the last 30 days, to its buyer and to the staff of the shop, sent or waiting, oldest first, with their outcome.',
  scope: 'fulfillment',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ order_id: orderName, ...paging }),
  inputErrors: { order_id: 'order_not_found', cursor: 'invalid_cursor' },
  output: pageOf(notice),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'invalid_cursor', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/commerce/orders/{id}/notices',
    parts: { id: 'order_id' },
    query: ['limit', 'cursor'],
  },
  async handle(context: Context<'lists'>, { order_id, ...asked }) {
    const subject = subjectOf(await context.read((rows) => ownOrder(rows, context, order_id)));
    const read = (after: Position | undefined, limit: number) =>
      orderNotices(context.services.lists.page, subject, after, limit);
    return keysetPage(context, ['notices', subject], asked, read, noticeViewFor(context.caller));
  },
});
