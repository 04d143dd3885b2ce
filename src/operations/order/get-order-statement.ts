import { z } from 'zod';
import { PLACED_ENTRIES, readEntry, type TypedEntry } from '../../attestation/log-entry.js';
import type { OrderStatement } from '../../attestation/order-statement.js';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import type { Order } from '../../domain/order/order.js';
import { orderContextHash } from '../../domain/order/receipt-context.js';
import { required } from '../../domain/values/required.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { signOrder, statementOf } from '../../records/order-statement.js';
import { addMissingKeys, CURVES } from '../../records/shop-keys.js';
import { orderName } from '../../schema/order.js';
import { orderStatement } from '../../schema/order-statement.js';
import { dataOf } from '../../schema/primitives.js';
import { tenantWrites } from '../tenancy/provision.js';
import { ownOrder } from './change-order.js';

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
      return { order, kept: readKept(rows, order) };
    });
    if (kept) return answerOf(kept);
    // Signed only when somebody asks, so that purchases do not wait for it.
    return context.update((rows) => {
      const current = ownOrder(rows, context, order.id);
      const known = readKept(rows, current);
      if (known) return { writes: [], answer: answerOf(known) };
      const { statement, writes } = signStatement(rows, context, current);
      return { writes, answer: answerOf(statement) };
    });
  },
});

function answerOf({ payload, signatures, keys }: OrderStatement) {
  return { body: { data: { payload, signatures: [...signatures], keys: [...keys] } } };
}

/**
 * Reads the statement that was signed before; `undefined` if there is none, or one of its keys was removed.
 * @throws PortalError `order_not_logged`
 */
function readKept(rows: Rows, order: Order): OrderStatement | undefined {
  assertLogged(rows, order);
  const kept = rows.get('order_statement', order.id);
  return kept && statementOf(order, kept, rows.get('deployment', order.deployment_id)?.ucp_keys ?? []);
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

/** Maximum entries that are searched while they wait for their places. A portal moves as many in one transaction. */
const MAX_PENDING = 200;
/** Time until a repeat, in seconds. */
const RETRY_AFTER = 60;

/**
 * Checks that the order is as it was logged, so that the shop never signs another order.
 * @throws PortalError `order_not_logged`
 */
function assertLogged(rows: Rows, order: Order): void {
  const leaf = rows.find('firstEntryOf', order.organization_id, order.id);
  const entry = leaf ? readEntry(leaf.data) : findPending(rows, order);
  if (!entry)
    throw new PortalError('order_not_logged', 'The entry of the order waits for its place in the log.', RETRY_AFTER);
  if (!('context_hash' in entry) || entry.context_hash !== orderContextHash(order))
    throw new PortalError('order_not_logged', 'The order is not as its entry in the log says.', RETRY_AFTER);
}

/** Finds the entry of an order that was placed within the last second. */
function findPending(rows: Rows, { organization_id, id }: Order): TypedEntry | undefined {
  return rows
    .pendingEntries(organization_id, MAX_PENDING)
    .filter(({ type }) => PLACED_ENTRIES.some((placed) => placed === type))
    .map(({ data }) => readEntry(data))
    .find((entry) => entry !== undefined && 'id' in entry && entry.id === id);
}
