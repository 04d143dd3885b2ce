import { type SQL, sql } from 'drizzle-orm';
import { termsForm } from '../../domain/search/item-terms.js';
import type { DueName } from '../../ports.js';
import type { Words } from '../sql/dialect.js';
import { Query, type Reads } from '../sql/query.js';

const p = sql.placeholder;

/** Returns at most `limit` keys that are due at an instant. */
type DueQuery = (at: number, limit: number) => Reads<string[]>;

/** Queries for maintenance work, each served by an index. */
export const DUE: Readonly<Record<DueName, DueQuery>> = {
  open_payments: dueBy('checkout', 'payment_started_at', sql`state = 'paying' AND `),
  open_money: dueBy('order', 'money_since'),
  due_payments: dueBy('payment', 'due_at'),
  due_releases: dueBy('order', 'release_at'),
  // Scans the index of current carts: an index by expiry would have to be updated by every change of a cart.
  expired_carts: keysOf(
    () => sql`
      SELECT key FROM checkout WHERE state IN ('open', 'paying') AND state = 'open' AND expires_at <= ${p('at')}
      LIMIT ${p('limit')}`,
  ),
  erasable_checkouts: dueBy('checkout', 'ended_at'),
  old_answers: dueBy('idempotency', 'created_at'),
  expired_link_codes: dueBy('link_code', 'expires_at'),
  expired_platform_carts: dueBy('platform_cart', 'expires_at'),
  old_payment_events: dueBy('payment_event', 'created_at'),
  expired_oauth_clients: dueBy('oauth_client', 'expires_at'),
  expired_oauth_codes: dueBy('oauth_code', 'expires_at'),
  expired_oauth_tokens: dueBy('oauth_token', 'expires_at'),
  old_sign_ins: dueBy('sign_in', 'created_at'),
  expired_sessions: dueBy('session', 'expires_at'),
  old_deliveries: dueBy('delivery', 'created_at'),
  misindexed_items: misindexedItems,
  // Skips from organization to organization, since a log that is refused may have many entries that wait.
  pending_logs: keysOf(
    () => sql`
      WITH RECURSIVE waiting (id) AS (
        SELECT min(organization_id) FROM log_pending
        UNION ALL
        SELECT (SELECT min(organization_id) FROM log_pending WHERE organization_id > waiting.id)
        FROM waiting WHERE waiting.id IS NOT NULL
      )
      SELECT id AS key FROM waiting WHERE id IS NOT NULL LIMIT ${p('limit')}`,
  ),
  unsigned_logs: publicLogs(() => sql`head.size > coalesce(shown.size, 0)`),
  unwitnessed_logs: publicLogs(
    ({ jsonInteger }) => sql`shown.size > ${jsonInteger(sql`shown.body`, 'witnessed_size')}`,
  ),
};

/** Builds a query for the keys of rows in which `column` is at or before the instant, oldest first. */
function dueBy(table: string, column: string, condition = sql.empty()): DueQuery {
  const at = sql.identifier(column);
  return keysOf(
    () => sql`
      SELECT key FROM ${sql.identifier(table)} WHERE ${condition}${at} <= ${p('at')} ORDER BY ${at}, key LIMIT ${p('limit')}`,
  );
}

function keysOf(write: (words: Words) => SQL): DueQuery {
  const query = new Query<{ readonly key: string }>(write);
  return function* (at, limit) {
    return (yield* query.all({ at, limit })).map(({ key }) => key);
  };
}

/** Selects organizations whose public log meets a condition. Organizations without a public log are not read. */
function publicLogs(condition: (words: Words) => SQL): DueQuery {
  return keysOf(
    (words) => sql`
      SELECT organization.key AS key
      FROM organization
      ${words.nestedJoin} log_head AS head ON head.organization_id = organization.key
      LEFT JOIN log_publication AS shown ON shown.key = organization.key || '/' || head.epoch
      WHERE organization.public_log = 1 AND ${condition(words)}
      LIMIT ${p('limit')}`,
  );
}

const LANGUAGES = new Query<{ readonly language: string }>(
  ({ jsonText }) => sql`SELECT DISTINCT ${jsonText(sql`body`, 'settings', 'language')} AS language FROM shop`,
);

/**
 * Searches the index twice per shop, below and above the correct form of its items' terms, so that no correctly indexed
 * item is read. The tables are joined in this order.
 */
const MISINDEXED = new Query<{ readonly key: string }>(({ jsonText, jsonRows, nestedJoin }) => {
  const of = (operator: SQL) => sql`
    SELECT item.key AS key
    FROM shop
    ${nestedJoin} ${jsonRows('wanted', { language: 'text', form: 'text' }, p('forms'))}
      ON wanted.language = ${jsonText(sql`shop.body`, 'settings', 'language')}
    ${nestedJoin} item_search AS indexed ON indexed.shop_id = shop.key AND indexed.form ${operator} wanted.form
    ${nestedJoin} item ON item.seq = indexed.seq`;
  return sql`${of(sql`<`)} UNION ALL ${of(sql`>`)} LIMIT ${p('limit')}`;
});

/** Finds items on sale whose terms do not have the present form for the language of their shop. */
function* misindexedItems(_at: number, limit: number): Reads<string[]> {
  const languages = yield* LANGUAGES.all({});
  const forms = JSON.stringify(languages.map(({ language }) => [language, termsForm(language)]));
  return (yield* MISINDEXED.all({ forms, limit })).map(({ key }) => key);
}
