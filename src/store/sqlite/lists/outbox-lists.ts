import type { Database } from 'better-sqlite3';
import { required } from '../../../domain/values/required.js';
import type { IdPosition, OutboxFigures } from '../../../ports.js';
import { NEWEST, OLDEST, pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

const NEWEST_FIRST = '(created_at, key) < ($created_at, $id) ORDER BY created_at DESC, key DESC LIMIT $limit';

/** The deliveries to a receiver, newest first; each form has its index. */
export function deliveryList(database: Database): ListQuery<'deliveries'> {
  const of = (state: string) =>
    database.prepare<[object], StoredRow>(
      `SELECT version, body FROM delivery WHERE receiver = $receiver ${state} AND ${NEWEST_FIRST}`,
    );
  const all = of('');
  const some = of('AND state = $state');
  return ({ receiver, state }, after, limit) => {
    const values = { receiver, ...(after ?? NEWEST), limit: limit + 1 };
    const rows = state === undefined ? all.all(values) : some.all({ ...values, state });
    return deliveryPage(rows, limit);
  };
}

export function deliveriesAbout(database: Database): ListQuery<'deliveries_about'> {
  const query = database.prepare<[object], StoredRow>(`
    SELECT version, body FROM delivery
    WHERE subject = $subject AND (created_at, key) > ($created_at, $id) ORDER BY created_at, key LIMIT $limit`);
  return ({ subject }, after, limit) =>
    deliveryPage(query.all({ subject, ...(after ?? OLDEST), limit: limit + 1 }), limit);
}

function deliveryPage(rows: readonly StoredRow[], limit: number) {
  const deliveries = rows.map((row) => trustedRow('delivery', row));
  return pageOf(deliveries, limit, ({ created_at, id }) => ({ created_at, id }));
}

/** One step along the index for each receiver that has a lane with something in it, however many lanes it has. */
export function dueReceivers(database: Database): ListQuery<'due_receivers'> {
  const next = (after: string) => `
    SELECT receiver, due_at FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > ${after} ORDER BY receiver, due_at LIMIT 1`;
  const query = database.prepare<[object], IdPosition>(`
    WITH RECURSIVE step (receiver, due_at) AS (
      SELECT * FROM (${next('$id')})
      UNION ALL
      SELECT later.receiver, later.due_at FROM step
      JOIN delivery_lane AS later ON later.key = (
        SELECT key FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > step.receiver ORDER BY receiver, due_at LIMIT 1)
    )
    SELECT receiver AS id FROM step WHERE due_at <= $at LIMIT $limit`);
  return ({ at }, after, limit) =>
    pageOf(query.all({ at, id: after?.id ?? '', limit: limit + 1 }), limit, ({ id }) => ({ id }));
}

export function dueLanes(database: Database): ListQuery<'due_lanes'> {
  const query = database.prepare<[object], StoredRow>(`
    SELECT version, body FROM delivery_lane
    WHERE receiver = $receiver AND due_at IS NOT NULL AND due_at <= $at ORDER BY due_at, key LIMIT $limit`);
  return ({ receiver, at }, _after, limit) => ({
    entries: query.all({ receiver, at, limit }).map((row) => trustedRow('delivery_lane', row)),
    next: undefined,
  });
}

/** Reads the lanes with something in them, along their index: each has a receiver. */
export function outboxFigures(database: Database): ListQuery<'outbox_figures'> {
  const query = database.prepare<[], OutboxFigures>(`
    SELECT coalesce(sum(waiting), 0) AS waiting, min(since) AS since FROM delivery_lane
    WHERE due_at IS NOT NULL AND receiver > ''`);
  return () => ({ entries: [required(query.get(), 'figures')], next: undefined });
}
