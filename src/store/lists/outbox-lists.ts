import { sql } from 'drizzle-orm';
import type { IdPosition, OutboxFigures } from '../../ports.js';
import { decodeRow, type StoredRow } from '../decode-row.js';
import { buildPage, NEWEST, OLDEST } from '../list-pages.js';
import { Query } from '../sql/query.js';
import { type ListQuery, NEWEST_FIRST, OLDEST_FIRST, pageValues } from './list-query.js';

const p = sql.placeholder;

const OF_RECEIVER = sql`SELECT version, body FROM delivery WHERE receiver = ${p('receiver')}`;
const DELIVERIES = new Query<StoredRow>(() => sql`${OF_RECEIVER} ${NEWEST_FIRST}`);
const IN_STATE = new Query<StoredRow>(() => sql`${OF_RECEIVER} AND state = ${p('state')} ${NEWEST_FIRST}`);

/** Deliveries to a receiver, newest first. Lists with a state and lists without one use different indexes. */
export const deliveryList: ListQuery<'deliveries'> = function* ({ receiver, state }, after, limit) {
  const query = state === undefined ? DELIVERIES : IN_STATE;
  return deliveryPage(yield* query.all({ receiver, state, ...pageValues(after ?? NEWEST, limit) }), limit);
};

const ABOUT = new Query<StoredRow>(
  () => sql`SELECT version, body FROM delivery WHERE subject = ${p('subject')} ${OLDEST_FIRST}`,
);

export const deliveriesAbout: ListQuery<'deliveries_about'> = function* ({ subject }, after, limit) {
  return deliveryPage(yield* ABOUT.all({ subject, ...pageValues(after ?? OLDEST, limit) }), limit);
};

function deliveryPage(rows: readonly StoredRow[], limit: number) {
  const deliveries = rows.map((row) => decodeRow('delivery', row));
  return buildPage(deliveries, limit, ({ created_at, id }) => ({ created_at, id }));
}

const FIRST_BY_RECEIVER = sql`ORDER BY receiver, due_at LIMIT 1`;

/** Makes one index step per receiver that has a non-empty lane, regardless of the number of its lanes. */
const RECEIVERS = new Query<IdPosition>(
  () => sql`
    WITH RECURSIVE step (receiver, due_at) AS (
      SELECT * FROM (
        SELECT receiver, due_at FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > ${p('id')} ${FIRST_BY_RECEIVER}
      ) AS first
      UNION ALL
      SELECT later.receiver, later.due_at FROM step JOIN delivery_lane AS later ON later.key = (
        SELECT key FROM delivery_lane WHERE due_at IS NOT NULL AND receiver > step.receiver ${FIRST_BY_RECEIVER})
    )
    SELECT receiver AS id FROM step WHERE due_at <= ${p('at')} LIMIT ${p('limit')}`,
);

export const dueReceivers: ListQuery<'due_receivers'> = function* ({ at }, after, limit) {
  const rows = yield* RECEIVERS.all({ at, id: after?.id ?? '', limit: limit + 1 });
  return buildPage(rows, limit, ({ id }) => ({ id }));
};

const LANES = new Query<StoredRow>(
  () => sql`
    SELECT version, body FROM delivery_lane
    WHERE receiver = ${p('receiver')} AND due_at IS NOT NULL AND due_at <= ${p('at')}
    ORDER BY due_at, key LIMIT ${p('limit')}`,
);

export const dueLanes: ListQuery<'due_lanes'> = function* ({ receiver, at }, _after, limit) {
  const rows = yield* LANES.all({ receiver, at, limit });
  return { entries: rows.map((row) => decodeRow('delivery_lane', row)), next: undefined };
};

/** The condition on the receiver, which is true for every lane, makes SQLite read along the index. */
const FIGURES = new Query<OutboxFigures>(
  () => sql`
    SELECT CAST(coalesce(sum(waiting), 0) AS bigint) AS waiting, min(since) AS since FROM delivery_lane
    WHERE due_at IS NOT NULL AND receiver > ''`,
);

/** Figures of the lanes that are not empty. */
export const outboxFigures: ListQuery<'outbox_figures'> = function* () {
  return { entries: yield* FIGURES.all({}), next: undefined };
};
