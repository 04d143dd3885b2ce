import type { AuditEvent, StockMovement } from '../../../ports.js';
import { trustedRow } from '../../trusted-row.js';
import { type ListQuery, pageOf } from './list-query.js';

interface EventRow extends Omit<AuditEvent, 'changed'> {
  readonly seq: number;
  readonly changed: string;
}

const EVENTS = `
  SELECT seq, id, organization_id, subject_type, subject_id, action, actor, changed, at FROM audit_event
  WHERE subject_type = $1 AND subject_id = $2 AND seq > $3 ORDER BY seq LIMIT $4`;

/** In the order of writing, which is one for all processes: each event has the next number of its subject. */
export const auditList: ListQuery<'audit_events'> = async (session, { type, id }, after, limit) => {
  const rows = await session.query<EventRow & { readonly seq: number }>(EVENTS, [type, id, after?.seq ?? 0, limit + 1]);
  const { entries, next } = pageOf(rows, limit, ({ seq }) => ({ seq }));
  return {
    entries: entries.map(({ seq: _seq, ...event }) => ({ ...event, changed: JSON.parse(event.changed) })),
    next,
  };
};

const MOVEMENTS = `
  SELECT seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after FROM stock_movement
  WHERE key = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3`;

/** The ledger of an item, newest first. */
export const movementList: ListQuery<'stock_movements'> = async (session, { item }, after, limit) => {
  const values = [item, after?.seq ?? Number.MAX_SAFE_INTEGER, limit + 1];
  const rows = await session.query<StockMovement & { readonly seq: number }>(MOVEMENTS, values);
  return pageOf(rows, limit, ({ seq }) => ({ seq }));
};

interface LookedAt {
  readonly key: string;
  readonly version: number;
  /** Null = of another shop. */
  readonly body: string | null;
}

const CHECKOUTS = `
  SELECT key, version, CASE WHEN shop_id = $1 THEN body END AS body FROM checkout WHERE key > $2 ORDER BY key LIMIT $3`;

/**
 * By id: no index by shop is worth its writes for what is read only when a person is erased. A page looks at as many checkouts of all
 * shops as it may have.
 */
export const checkoutList: ListQuery<'checkouts'> = async (session, { shop_id }, after, limit) => {
  const looked = await session.query<LookedAt & { readonly key: string }>(CHECKOUTS, [shop_id, after?.id ?? '', limit]);
  const entries = looked.flatMap(({ version, body }) =>
    body === null ? [] : trustedRow('checkout', { version, body }),
  );
  const last = looked.length === limit ? looked.at(-1) : undefined;
  return { entries, next: last && { id: last.key } };
};
