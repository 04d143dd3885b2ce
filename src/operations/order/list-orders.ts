import { z } from 'zod';
import { linesOf } from '../../calls/agent-answer.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { ORDER_STATUSES } from '../../domain/order/order.js';
import { PAYMENT_STATUSES } from '../../domain/payment/payment-status.js';
import { required } from '../../domain/values/required.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { type OrderSummary, orderSummary } from '../../schema/order.js';
import { instant, pageOf, paging } from '../../schema/primitives.js';
import { summaryEntries } from './order-entries.js';

export const listOrders = defineOperation({
  name: 'list_orders',
  title: 'List orders',
  description: "The caller's orders, newest first. Pages stay stable while orders are being added.",
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({
    status: z.enum(ORDER_STATUSES).optional().describe('Of this status'),
    payment_status: z.enum(PAYMENT_STATUSES).optional().describe('Of this payment status'),
    created_from: instant.optional().describe('Placed at this time or later'),
    created_before: instant.optional().describe('Placed before this time'),
    ...paging,
  }),
  inputErrors: { cursor: 'invalid_cursor' },
  output: pageOf(orderSummary),
  sample: () => ({ limit: 5 }),
  errors: ['invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/commerce/orders',
    query: ['status', 'payment_status', 'created_from', 'created_before', 'limit', 'cursor'],
  },
  mcp: {
    answer: linesOf(pageOf(orderSummary), orderSummary.omit({ permalink_url: true }), withoutLink),
    description:
      'List orders, newest first, 20 at a time, a line per order. total is in minor units. Pass pagination.cursor for the next page; get_order reads one in full.',
  },
  async handle(context: Context<'lists' | 'view'>, { limit, cursor, ...asked }) {
    const { caller, services } = context;
    const { lists, view } = services;
    const deployment = required(caller.deployment, 'deployment');
    const shop = await context.read((rows) => required(rows.get('shop', deployment.shop_id), 'shop'));
    const filter = {
      deployment_id: deployment.id,
      buyer_id: caller.buyer_id ?? undefined,
      status: asked.status,
      payment_status: asked.payment_status,
      created_from: asked.created_from,
      created_before: asked.created_before,
    };
    const read = (after: Position | undefined, most: number) => lists.page('orders', filter, after, most);
    return keysetPage(context, ['orders', filter], { limit, cursor }, read, summaryEntries(shop, view.links));
  },
});

/** Removes the order's link from an entry of the list; get_order returns it. */
function withoutLink({ permalink_url, ...line }: OrderSummary) {
  return line;
}
