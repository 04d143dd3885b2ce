import type { IdPosition, Page, Position, TableName, Tables } from '../../../ports.js';
import { NEWEST, OLDEST, pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import type { Session } from '../connection/session.js';
import { quoted } from '../connection/tables.js';

type KeyedRow = StoredRow & { readonly key: string };

/** The tables with a column of this name. */
type Owned<O extends 'organization_id' | 'shop_id'> = {
  [T in TableName]: O extends keyof Tables[T] ? T : never;
}[TableName];

/** The rows of one owner, oldest first; served by an index on (owner, created_at, key). */
export function listOfOwner<O extends 'organization_id' | 'shop_id', T extends Owned<O>>(table: T, owner: O) {
  const text = `
    SELECT key, version, body FROM ${quoted(table)} WHERE ${owner} = $1 AND (created_at, key) > ($2, $3)
    ORDER BY created_at, key LIMIT $4`;
  return async (
    session: Session,
    filter: Readonly<Record<O, string>>,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<Tables[T]>> => {
    const { created_at, id } = after ?? OLDEST;
    const rows = await session.query<KeyedRow>(text, [filter[owner], created_at, id, limit + 1]);
    const read = rows.map((row) => ({ id: row.key, value: trustedRow(table, row) }));
    const { entries, next } = pageOf(read, limit, (row) => ({ created_at: row.value.created_at, id: row.id }));
    return { entries: entries.map(({ value }) => value), next };
  };
}

/** The rows of all tenants, by id. */
export function listOfAll<T extends 'organization' | 'deployment' | 'idempotency'>(table: T) {
  const text = `SELECT key, version, body FROM ${quoted(table)} WHERE key > $1 ORDER BY key LIMIT $2`;
  return async (session: Session, _all: unknown, after: IdPosition | undefined, limit: number) => {
    const rows = await session.query<KeyedRow>(text, [after?.id ?? '', limit + 1]);
    return pageOf(
      rows.map((row) => trustedRow(table, row)),
      limit,
      ({ id }) => ({ id }),
    );
  };
}

/** The keys of an organization that have a status, oldest or newest first. */
export function keyList(status: 'active' | 'retired') {
  const [beyond, order] = status === 'active' ? ['>', ''] : ['<', ' DESC'];
  const text = `
    SELECT version, body FROM signing_key
    WHERE organization_id = $1 AND status = '${status}' AND (created_at, key) ${beyond} ($2, $3)
    ORDER BY created_at${order}, key${order} LIMIT $4`;
  const first = status === 'active' ? OLDEST : NEWEST;
  return async (
    session: Session,
    { organization_id }: { readonly organization_id: string },
    after: Position | undefined,
    limit: number,
  ) => {
    const { created_at, id } = after ?? first;
    const rows = await session.query<KeyedRow>(text, [organization_id, created_at, id, limit + 1]);
    const keys = rows.map((row) => trustedRow('signing_key', row));
    return pageOf(keys, limit, (key) => ({ created_at: key.created_at, id: key.id }));
  };
}
