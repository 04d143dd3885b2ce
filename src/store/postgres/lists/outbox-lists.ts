import type { OutboxFigures } from '../../../ports.js';
import { NEWEST, OLDEST, pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

type Stored = StoredRow & { readonly version: number };

const DELIVERIES = (state: string) => `
  SELECT version, body FROM delivery WHERE receiver = $1 AND (created_at, key) < ($2, $3) ${state}
  ORDER BY created_at DESC, key DESC LIMIT $4`;

/** The deliveries to a receiver, newest first; each form has its index. */
export const deliveryList: ListQuery<'deliveries'> = async (session, { receiver, state }, after, limit) => {
  const { created_at, id } = after ?? NEWEST;
  const values = [receiver, created_at, id, limit + 1];
  const rows = await (state === undefined
    ? session.query<Stored>(DELIVERIES(''), values)
    : session.query<Stored>(DELIVERIES('AND state = $5'), [...values, state]));
  return deliveryPage(rows, limit);
};

const ABOUT = `
  SELECT version, body FROM delivery WHERE subject = $1 AND (created_at, key) > ($2, $3) ORDER BY created_at, key LIMIT $4`;

export const deliveriesAbout: ListQuery<'deliveries_about'> = async (session, { subject }, after, limit) => {
  const { created_at, id } = after ?? OLDEST;
  return deliveryPage(await session.query<Stored>(ABOUT, [subject, created_at, id, limit + 1]), limit);
};

function deliveryPage(rows: readonly Stored[], limit: number) {
  const deliveries = rows.map((row) => trustedRow('delivery', row));
  return pageOf(deliveries, limit, ({ created_at, id }) => ({ created_at, id }));
}

/** One step along the index for each receiver that has a lane with something in it, however many lanes it has. */
const RECEIVERS = `
  WITH RECURSIVE step (receiver, due_at) AS (
    (SELECT receiver, due_at FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > $1 ORDER BY receiver, due_at LIMIT 1)
    UNION ALL
    SELECT later.receiver, later.due_at FROM step CROSS JOIN LATERAL (
      SELECT receiver, due_at FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > step.receiver ORDER BY receiver, due_at LIMIT 1
    ) AS later
  )
  SELECT receiver AS id FROM step WHERE due_at <= $2 LIMIT $3`;

export const dueReceivers: ListQuery<'due_receivers'> = async (session, { at }, after, limit) => {
  const rows = await session.query<{ readonly id: string }>(RECEIVERS, [after?.id ?? '', at, limit + 1]);
  return pageOf(rows, limit, ({ id }) => ({ id }));
};

const LANES = `
  SELECT version, body FROM delivery_lane
  WHERE receiver = $1 AND due_at IS NOT NULL AND due_at <= $2 ORDER BY due_at, key LIMIT $3`;

export const dueLanes: ListQuery<'due_lanes'> = async (session, { receiver, at }, _after, limit) => {
  const rows = await session.query<Stored>(LANES, [receiver, at, limit]);
  return { entries: rows.map((row) => trustedRow('delivery_lane', row)), next: undefined };
};

const FIGURES = `
  SELECT coalesce(sum(waiting), 0)::bigint AS waiting, min(since) AS since FROM delivery_lane WHERE due_at IS NOT NULL`;

/** Reads the lanes with something in them. */
export const outboxFigures: ListQuery<'outbox_figures'> = async (session) => ({
  entries: [...(await session.query<OutboxFigures & { readonly waiting: number }>(FIGURES, []))],
  next: undefined,
});
