import { z } from 'zod';
import type { OrderStatement } from '../../attestation/order-statement.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Order } from '../../domain/order/order.js';
import { required } from '../../domain/values/required.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { signOrder, statementOf } from '../../records/order-statement.js';
import { addMissingKeys, CURVES } from '../../records/shop-keys.js';
import { orderName } from '../../schema/order.js';
import { orderStatement } from '../../schema/order-statement.js';
import { dataOf } from '../../schema/primitives.js';
import { tenantWrites } from '../tenancy/provision.js';
import { ownOrder } from './change-order.js';
import { assertLogged, proveLogged } from './order-in-log.js';

export const getOrderStatement = defineOperation({
  name: 'get_order_statement',
  title: 'Get the signed statement of an order',
  description:
    'What the shop sold, signed by the shop: a JWS (RFC 7515) with two signatures, ES256 and EdDSA, over the context of the order. Anyone can check it without this portal. Personal data is hashed. The first call signs; later ones return the same signatures.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(orderStatement),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'version_conflict', 'order_not_logged'],
  http: { method: 'get', path: '/api/commerce/orders/{id}/statement', parts: { id: 'order_id' } },
  async handle(context: Context<'view' | 'shopKeys'>, { order_id }) {
    const { order, kept } = await context.read((rows) => {
      const order = ownOrder(rows, context, order_id);
      return { order, ...readKept(rows, order) };
    });
    if (kept) return answerOf(kept);
    // Signed only when somebody asks, so that purchases do not wait for it.
    return context.update((rows) => {
      const current = ownOrder(rows, context, order.id);
      const { kept, leaf } = readKept(rows, current);
      if (kept) return { writes: [], answer: answerOf(kept) };
      const proving = proveLogged(rows, current, leaf);
      const { statement, writes } = signStatement(rows, context, current);
      return { writes: [...proving, ...writes], answer: answerOf(statement) };
    });
  },
});

function answerOf({ payload, signatures, keys }: OrderStatement) {
  return { body: { data: { payload, signatures: [...signatures], keys: [...keys] } } };
}

/**
 * Reads the statement that was signed before; `undefined` if there is none, or one of its keys was removed. `leaf`: that of
 * the order's first entry.
 * @throws PortalError `order_not_logged`
 */
function readKept(rows: Rows, order: Order) {
  const leaf = assertLogged(rows, order);
  const signed = rows.get('order_statement', order.id);
  const keys = signed && rows.get('deployment', order.deployment_id)?.ucp_keys;
  return { leaf, kept: signed && statementOf(order, signed, keys ?? []) };
}

/** Signs an order, with new keys if the deployment has not signed before. */
function signStatement(rows: Rows, context: Context<'view' | 'shopKeys'>, order: Order) {
  const { ids, now, services } = context;
  const { secret } = services.shopKeys;
  const deployment = required(rows.get('deployment', order.deployment_id), 'deployment');
  const before = deployment.ucp_keys ?? [];
  const ucp_keys = addMissingKeys(before, CURVES, () => secret, now);
  const issuer = `${services.view.links.publicUrl()}/deployments/${deployment.id}`;
  const kept = signOrder(order, issuer, ucp_keys, { secret, now });
  const earlier = rows.get('order_statement', order.id);
  const writes: Write[] = [
    earlier
      ? replaceWrite('order_statement', earlier, { ...kept, created_at: earlier.created_at })
      : insertWrite('order_statement', kept),
  ];
  if (ucp_keys.length > before.length) {
    const put = replaceWrite('deployment', deployment, { ...deployment, ucp_keys, updated_at: now });
    writes.push(...tenantWrites({ ids, actor: 'portal', now }, put, 'updated', ['ucp_keys']));
  }
  return { statement: required(statementOf(order, kept, ucp_keys), 'statement'), writes };
}
