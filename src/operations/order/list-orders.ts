import { z } from 'zod';
import { ORDER_STATUSES } from '../../domain/order/order.js';
import { orderSummary } from '../../schema/order.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { orderSummaryView } from '../../view/order-view.js';
import { makeCursor, readCursor } from '../cursor.js';
import { defineOperation, required } from '../define.js';

const position = z.object({ created_at: z.int(), id: z.string() });

export const listOrders = defineOperation({
  name: 'list_orders',
  title: 'List orders',
  description: "The caller's orders, newest first. Pages stay stable while orders are being added.",
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    status: z.enum(ORDER_STATUSES).optional().describe('Only orders of this status'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(orderSummary),
  errors: ['invalid_cursor'],
  http: { method: 'get', path: '/api/commerce/orders', query: ['status', 'limit', 'cursor'] },
  mcp: {
    description:
      'List orders, newest first, 20 at a time. total is in minor units. Pass pagination.cursor for the next page; get_order reads one in full.',
  },
  async handle(context, { status, limit, cursor }) {
    const { store, cursorSecret, caller, view } = context;
    const filter = {
      deployment_id: required(caller.deployment, 'deployment').id,
      buyer_id: caller.buyer_id ?? undefined,
      status,
    };
    const list = ['orders', filter];
    const page = await store.listOrders(filter, readCursor(cursorSecret, list, cursor, position), limit);
    return {
      body: {
        data: page.entries.map((entry) => orderSummaryView(entry, view.links)),
        ...(page.next && { pagination: { cursor: makeCursor(cursorSecret, list, page.next) } }),
      },
    };
  },
});
