import { termsForm } from '../../../domain/search/item-terms.js';
import type { DueName } from '../../../ports.js';
import type { Session } from '../connection/session.js';

/** The keys that are due at an instant, or at most so many of them. */
type DueQuery = (session: Session, at: number, limit: number) => Promise<string[]>;

interface Keyed {
  readonly key: string;
}

/** What maintenance has to do; each query is served by an index. */
export const DUE: Readonly<Record<DueName, DueQuery>> = {
  open_payments: dueBy('checkout', 'payment_started_at', "state = 'paying' AND"),
  open_money: dueBy('"order"', 'money_since'),
  // Along the index of current carts: an index by expiry would have to be written at every change of a cart.
  expired_carts: keys(
    "SELECT key FROM checkout WHERE state IN ('open', 'paying') AND state = 'open' AND expires_at <= $1 LIMIT $2",
  ),
  erasable_checkouts: dueBy('checkout', 'ended_at'),
  old_answers: dueBy('idempotency', 'created_at'),
  expired_link_codes: dueBy('link_code', 'expires_at'),
  expired_platform_carts: dueBy('platform_cart', 'expires_at'),
  misindexed_items: misindexedItems,
  unsigned_logs: publicLogs('head.size > coalesce(shown.size, 0)'),
  old_deliveries: dueBy('delivery', 'created_at'),
  unwitnessed_logs: publicLogs("shown.size > (shown.body::json ->> 'witnessed_size')::bigint"),
};

/** By the instant in a column, oldest first. */
function dueBy(table: string, column: string, condition = ''): DueQuery {
  return keys(`SELECT key FROM ${table} WHERE ${condition} ${column} <= $1 ORDER BY ${column}, key LIMIT $2`);
}

function keys(text: string): DueQuery {
  return async (session, at, limit) =>
    (await session.query<Keyed & { readonly key: string }>(text, [at, limit])).map(({ key }) => key);
}

/** Along the index of public logs alone. */
function publicLogs(condition: string): DueQuery {
  const text = `
    SELECT organization.key
    FROM organization
    JOIN log_head AS head ON head.organization_id = organization.key
    LEFT JOIN log_publication AS shown ON shown.key = organization.key || '/' || head.epoch
    WHERE organization.public_log = 1 AND ${condition}
    LIMIT $1`;
  return async (session, _at, limit) =>
    (await session.query<Keyed & { readonly key: string }>(text, [limit])).map(({ key }) => key);
}

const LANGUAGES = "SELECT DISTINCT body::json #>> '{settings,language}' AS language FROM shop";
const MISINDEXED = `
  SELECT item.key
  FROM unnest($1::text[], $2::text[]) AS wanted (language, form)
  JOIN shop ON shop.body::json #>> '{settings,language}' = wanted.language
  JOIN item_search AS indexed ON indexed.shop_id = shop.key AND (indexed.form < wanted.form OR indexed.form > wanted.form)
  JOIN item ON item.seq = indexed.seq
  LIMIT $3`;

/** The form that items should have follows from the language of their shop. */
async function misindexedItems(session: Session, _at: number, limit: number): Promise<string[]> {
  const rows = await session.query<{ readonly language: string }>(LANGUAGES);
  const languages = rows.map(({ language }) => language);
  const found = await session.query<Keyed & { readonly key: string }>(MISINDEXED, [
    languages,
    languages.map((language) => termsForm(language)),
    limit,
  ]);
  return found.map(({ key }) => key);
}
