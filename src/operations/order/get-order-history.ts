import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { positionedPage } from '../../lists/keyset-page.js';
import type { AuditEvent } from '../../ports.js';
import { historyEntry, orderName } from '../../schema/order.js';
import { pageOf, paging } from '../../schema/primitives.js';
import { isoTime } from '../../view/format.js';
import { ownOrder } from './change-order.js';

const position = z.object({ seq: z.int() });

export const getOrderHistory = defineOperation({
  name: 'get_order_history',
  title: "Get an order's history",
  description: 'Every change of the order, oldest first: what, when, by whom, and which members changed.',
  scope: 'fulfillment',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ order_id: orderName, ...paging }),
  inputErrors: { order_id: 'order_not_found', cursor: 'invalid_cursor' },
  output: pageOf(historyEntry),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'invalid_cursor', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/commerce/orders/{id}/history',
    parts: { id: 'order_id' },
    query: ['limit', 'cursor'],
  },
  mcp: {
    description: 'Read what happened to an order, oldest first: each change with its time and the id of who made it.',
  },
  async handle(context: Context<'lists'>, { order_id, limit, cursor }) {
    const { id } = await context.read((rows) => ownOrder(rows, context, order_id));
    const read = (after: z.output<typeof position> | undefined, most: number) =>
      context.services.lists.page('audit_events', { type: 'order', id }, after, most);
    return positionedPage(context, position, ['history', id], { limit, cursor }, read, entryView);
  },
});

function entryView({ id, action, actor, at, changed }: AuditEvent) {
  return { id, action, actor, at: isoTime(at), changed: [...changed] };
}
