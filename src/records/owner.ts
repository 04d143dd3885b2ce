import type { Rows, TableName, Tables } from '../ports.js';

/** Returns the organization to which a row belongs; `undefined` if the row is absent, or belongs to none. */
export function ownerOf(rows: Pick<Rows, 'get'>, table: TableName, key: string): string | undefined {
  const row: Tables[TableName] | undefined = rows.get(table, key);
  return row && ownerOfRow(rows, table, row);
}

/** Like `ownerOf`, for a row that may not be stored yet. */
export function ownerOfRow(rows: Pick<Rows, 'get'>, table: TableName, row: Tables[TableName]): string | undefined {
  if (table === 'organization' && 'id' in row) return row.id;
  if ('organization_id' in row && row.organization_id !== undefined) return row.organization_id;
  if ('shop_id' in row && row.shop_id !== null) return rows.get('shop', row.shop_id)?.organization_id;
  // A response that was stored before it had an `organization_id`.
  return 'caller_id' in row && row.caller_id !== undefined
    ? rows.get('api_key', row.caller_id)?.organization_id
    : undefined;
}
