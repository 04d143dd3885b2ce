import type { AuditEvent, StockMovement } from '../../../ports.js';
import { pageOf } from '../../list-pages.js';
import { isSoughtCheckout, type LookedAtCheckout } from '../../sought-checkouts.js';
import { isSought, LOOKED_AT } from '../../sought-events.js';
import { readCheckouts } from '../rows/shared-parts.js';
import type { ListQuery } from './list-query.js';

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

const TRAIL = `
  SELECT trail AS seq, id, organization_id, subject_type, subject_id, action, actor, changed, at FROM audit_event
  WHERE organization_id = $1 AND subject_type <> 'checkout' AND trail < $2 ORDER BY trail DESC LIMIT ${LOOKED_AT}`;

/** What happened in an organization, newest first. A page looks at a limited number of events. */
export const auditTrailList: ListQuery<'audit_trail'> = async (session, filter, after, limit) => {
  const values = [filter.organization_id, after?.seq ?? Number.MAX_SAFE_INTEGER];
  const looked = await session.query<EventRow & { readonly seq: number }>(TRAIL, values);
  const sought = looked.filter((row) => isSought(row, filter));
  const entries = sought.slice(0, limit).map((row) => ({ ...row, changed: JSON.parse(row.changed) }));
  const last = sought.length > limit ? entries.at(-1) : looked.length === LOOKED_AT ? looked.at(-1) : undefined;
  return { entries, next: last && { seq: last.seq } };
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

const CHECKOUTS = `
  SELECT key, version, CASE WHEN EXISTS (
    SELECT 1 FROM shop WHERE shop.key = checkout.shop_id AND organization_id = $1
  ) THEN body END AS body FROM checkout WHERE key > $2 ORDER BY key LIMIT $3`;

/**
 * By id: no index by owner or by person is worth its writes for what is read only when a person is exported or erased. A page looks at
 * as many checkouts of all organizations as it may have, and parses those that it answers.
 */
export const checkoutList: ListQuery<'checkouts'> = async (session, filter, after, limit) => {
  const { organization_id, address } = filter;
  const values = [organization_id, after?.id ?? '', limit];
  const looked = await session.query<LookedAtCheckout>(CHECKOUTS, values);
  const wanted = looked.filter((row) => isSoughtCheckout(row, address));
  const entries = await readCheckouts(session, wanted);
  const last = looked.length === limit ? looked.at(-1) : undefined;
  return { entries, next: last && { id: last.key } };
};
