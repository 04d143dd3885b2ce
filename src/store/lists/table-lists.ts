import { sql } from 'drizzle-orm';
import type { IdPosition, Lists, Page, Position, TableName, Tables } from '../../ports.js';
import { decodeRow, type StoredRow } from '../decode-row.js';
import { buildPage, NEWEST, OLDEST } from '../list-pages.js';
import { Query, type Reads } from '../sql/query.js';
import { NEWEST_FIRST, OLDEST_FIRST, pageValues } from './list-query.js';

const p = sql.placeholder;

type OwnerColumn = 'organization_id' | 'shop_id';

/** Names of the tables that have this owner column. */
type Owned<O extends OwnerColumn> = { [T in TableName]: O extends keyof Tables[T] ? T : never }[TableName];

/**
 * Builds the list of one owner's rows that meet a condition, oldest first, which an index on (owner, created_at, key)
 * serves.
 */
export function listOfOwner<O extends OwnerColumn, T extends Owned<O>>(table: T, owner: O, condition = sql.empty()) {
  const query = new Query<StoredRow & { readonly key: string }>(
    () => sql`
      SELECT key, version, body FROM ${sql.identifier(table)}
      WHERE ${sql.identifier(owner)} = ${p('owner')} ${condition} ${OLDEST_FIRST}`,
  );
  return function* (
    filter: Readonly<Record<O, string>>,
    after: Position | undefined,
    limit: number,
  ): Reads<Page<Tables[T]>> {
    const rows = yield* query.all({ owner: filter[owner], ...pageValues(after ?? OLDEST, limit) });
    const read = rows.map((row) => ({ id: row.key, value: decodeRow(table, row) }));
    const { entries, next } = buildPage(read, limit, ({ id, value }) => ({ created_at: value.created_at, id }));
    return { entries: entries.map(({ value }) => value), next };
  };
}

/** Builds the list of all tenants' rows, ordered by key. */
export function listOfAll<T extends 'organization' | 'deployment' | 'idempotency' | 'payment_account' | 'oauth_client'>(
  table: T,
) {
  const query = new Query<StoredRow & { readonly key: string }>(
    () => sql`
      SELECT key, version, body FROM ${sql.identifier(table)}
      WHERE key > ${p('id')} ORDER BY key LIMIT ${p('limit')}`,
  );
  return function* (_all: unknown, after: IdPosition | undefined, limit: number): Reads<Page<Tables[T], IdPosition>> {
    const rows = yield* query.all({ id: after?.id ?? '', limit: limit + 1 });
    const { entries, next } = buildPage(rows, limit, ({ key }) => ({ id: key }));
    return { entries: entries.map((row) => decodeRow(table, row)), next };
  };
}

/** Builds the list of an organization's signing keys: active ones oldest first, retired ones newest first. */
export function signingKeyList(status: 'active' | 'retired') {
  const [order, first] = status === 'active' ? [OLDEST_FIRST, OLDEST] : [NEWEST_FIRST, NEWEST];
  const query = new Query<StoredRow>(
    () => sql`
      SELECT version, body FROM signing_key
      WHERE organization_id = ${p('organization_id')} AND status = ${sql.raw(`'${status}'`)} ${order}`,
  );
  return function* (
    { organization_id }: { readonly organization_id: string },
    after: Position | undefined,
    limit: number,
  ): Reads<Page<Tables['signing_key']>> {
    const rows = yield* query.all({ organization_id, ...pageValues(after ?? first, limit) });
    const keys = rows.map((row) => decodeRow('signing_key', row));
    return buildPage(keys, limit, ({ created_at, id }) => ({ created_at, id }));
  };
}

const grantsOfPerson = new Query<StoredRow>(
  () => sql`
    SELECT version, body FROM api_key
    WHERE grant_person = ${p('person_id')} AND organization_id = ${p('organization_id')} ${NEWEST_FIRST}`,
);

/** Lists the API keys of the grants that a person gave in an organization, newest first. */
export function* personGrantList(
  { person_id, organization_id }: Lists['person_grants']['filter'],
  after: Position | undefined,
  limit: number,
): Reads<Page<Tables['api_key']>> {
  const rows = yield* grantsOfPerson.all({ person_id, organization_id, ...pageValues(after ?? NEWEST, limit) });
  const keys = rows.map((row) => decodeRow('api_key', row));
  return buildPage(keys, limit, ({ created_at, id }) => ({ created_at, id }));
}
