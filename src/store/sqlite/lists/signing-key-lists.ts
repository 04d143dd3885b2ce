import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { signing_key } from '../../../../db/sqlite/schema.js';
import { NEWEST, OLDEST, pageOf } from '../../list-pages.js';
import { trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

const placeholder = sql.placeholder;
const asked = sql`(${placeholder('created_at')}, ${placeholder('id')})`;

/** The keys in use, few among many; served by an index of their own. */
export function activeKeyList(db: BetterSQLite3Database): ListQuery<'active_signing_keys'> {
  const query = keysOf(db, sql`'active'`, sql`(${signing_key.created_at}, ${signing_key.key}) > ${asked}`)
    .orderBy(asc(signing_key.created_at), asc(signing_key.key))
    .prepare();
  return ({ organization_id }, after, limit) =>
    keyPage(query.all({ organization_id, ...(after ?? OLDEST), limit: limit + 1 }), limit);
}

/** The keys that another one replaced, newest first; served by the index on (organization, created_at, key). */
export function retiredKeyList(db: BetterSQLite3Database): ListQuery<'retired_signing_keys'> {
  const query = keysOf(db, sql`'retired'`, sql`(${signing_key.created_at}, ${signing_key.key}) < ${asked}`)
    .orderBy(desc(signing_key.created_at), desc(signing_key.key))
    .prepare();
  return ({ organization_id }, after, limit) =>
    keyPage(query.all({ organization_id, ...(after ?? NEWEST), limit: limit + 1 }), limit);
}

function keysOf(db: BetterSQLite3Database, status: SQL, beyond: SQL) {
  return db
    .select({ version: signing_key.version, body: signing_key.body })
    .from(signing_key)
    .where(and(eq(signing_key.organization_id, placeholder('organization_id')), eq(signing_key.status, status), beyond))
    .limit(placeholder('limit'))
    .$dynamic();
}

function keyPage(rows: readonly { readonly version: number; readonly body: unknown }[], limit: number) {
  const keys = rows.map((row) => trustedRow('signing_key', row));
  return pageOf(keys, limit, ({ created_at, id }) => ({ created_at, id }));
}
