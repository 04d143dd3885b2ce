import type { Context } from '../../calls/context.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import type { Rows } from '../../ports.js';
import { ATTESTATION, ORDER } from '../capabilities.js';
import { orderAnswer } from '../order/answers.js';
import { buildAttestation } from '../order/attestation.js';
import { UcpOutcome } from '../outcome.js';
import { defineUcpOperation } from './ucp-operation.js';

export const getOrder = defineUcpOperation({
  name: 'get_order',
  title: 'Get an order',
  description: 'An order, with what left the shop, was canceled, came back and was refunded.',
  capability: ORDER,
  effect: 'read',
  rest: { method: 'get', path: '/orders/{id}' },
  read: () => undefined,
  async handle(context: Context<'lists' | 'receipts'>, session, id) {
    // A profile named without proof does not authenticate the platform (UCP, Get Order, Authorization). A token of the
    // buyer, which was issued to the platform, does.
    const { proven, account } = session.platform;
    if (!proven && account === undefined) {
      throw new UcpOutcome(
        'unauthorized',
        'Orders are for platforms that prove who they are: by a key or a signature.',
      );
    }
    const { order, shop } = await context.read((rows) => ownOrder(rows, context, id), ['get', 'order', id]);
    const attestation = session.active.has(ATTESTATION)
      ? await buildAttestation(context, session.site.links, order)
      : undefined;
    return orderAnswer(session, order, shop, attestation);
  },
});

/** @throws UcpOutcome `not_found` */
function ownOrder(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string) {
  const order = rows.get('order', id);
  if (order && isOwn(order, caller)) return { order, shop: required(rows.get('shop', order.shop_id), 'shop') };
  throw new UcpOutcome('not_found', 'There is no order with this id for this platform.');
}
