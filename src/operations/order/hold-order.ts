import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { hold } from '../../domain/order/actions.js';
import { TRANSITIONS } from '../../domain/order/transitions.js';
import type { Scope } from '../../domain/tenant/tenant.js';
import { order, orderName, reasonVisible } from '../../schema/order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { findOwn } from '../tenancy/find-own.js';
import { changeOrder } from './change-order.js';

const input = z.strictObject({
  order_id: orderName,
  reason: text(500, 'Why').optional(),
  visible: reasonVisible,
  note: text(2000, 'For the merchant alone').optional(),
  release_when: z
    .strictObject({
      receipt_and_acceptance: z.literal(true).describe('When the consumer has accepted a receipt that says success'),
      or_after: z
        .int()
        .min(60)
        .max(31_536_000)
        .describe(
          'Or after these seconds without a dispute; the authorization of the payment must last an hour longer',
        ),
      consumer_id: id('The only consumer whose decisions count; without it, any consumer of a receipt').optional(),
    })
    .optional()
    .describe(
      'Releases the order by this rule. Until then, release and capture are refused. Needs the scope fulfillment, or orders:fulfill for the shop',
    ),
});

export const holdOrder = defineOperation({
  name: 'hold_order',
  title: 'Hold an order',
  description: 'Pauses fulfillment until the order is released.',
  scope: 'commerce',
  effect: 'write',
  idempotent: false,
  input,
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order }) => ({ order_id: order, reason: 'The buyer wants another size' }),
  errors: [
    'order_not_found',
    'order_already_on_hold',
    'order_not_holdable',
    'capture_in_progress',
    'consumer_not_found',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/orders/{id}/hold', parts: { id: 'order_id' } },
  mcp: {
    // The others are for merchants, who seldom hold orders over MCP.
    announced: input.pick({ order_id: true, reason: true }),
    description:
      'Pause an order before it is shipped. Allowed while permitted_actions has hold. release_order resumes it.',
  },
  handle: (context: Context<'view'>, { order_id, ...request }) => {
    if (request.release_when) assertForMerchant(context.caller.scopes);
    return changeOrder(context, order_id, {
      action: 'order.held',
      decide: (current, rows) => {
        const { consumer_id } = request.release_when ?? {};
        if (consumer_id !== undefined) findOwn(rows.get('consumer', consumer_id), context.caller, 'consumer_not_found');
        return hold(current, request, context.now);
      },
    });
  },
});

/**
 * A rule takes release and capture from the merchant, so a buyer's agent must not set one.
 * @throws PortalError `forbidden`
 */
function assertForMerchant(scopes: ReadonlySet<Scope>): void {
  const { scope, shop_scope } = TRANSITIONS.fulfill;
  if (scopes.has(scope) || scopes.has(shop_scope)) return;
  throw new PortalError('forbidden', `This key lacks the scope "${scope}" that release_when needs.`);
}
