import { pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

/** The filters that a list of orders can have besides its deployment; each set of them has an index. */
const NAMES = ['buyer_id', 'status', 'payment_status'] as const;

/** Orders of a deployment by keyset, newest first. */
export const orderList: ListQuery<'orders'> = async (session, filter, after, limit) => {
  const { created_from = 0, created_before = Number.MAX_SAFE_INTEGER } = filter;
  const { created_at, id } = after ?? { created_at: created_before, id: '' };
  const given = NAMES.filter((name) => filter[name] !== undefined);
  const text = `
    SELECT version, body FROM "order"
    WHERE deployment_id = $1 AND (created_at, key) < ($2, $3) AND created_at >= $4
      ${given.map((name, index) => `AND ${name} = $${index + 6}`).join(' ')}
    ORDER BY created_at DESC, key DESC LIMIT $5`;
  const values = given.map((name) => filter[name] ?? '');
  const asked = [filter.deployment_id, created_at, id, created_from, limit + 1, ...values];
  const rows = await session.query<StoredRow & { readonly version: unknown }>(text, asked);
  const orders = rows.map((row) => trustedRow('order', row));
  return pageOf(orders, limit, (order) => ({ created_at: order.created_at, id: order.id }));
};
