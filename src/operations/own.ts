import { type AbsentCode, absent } from '../domain/errors.js';
import type { Caller } from '../domain/tenant.js';

/**
 * A row of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `code`
 */
export function own<Row extends { readonly organization_id: string }>(
  row: Row | undefined,
  { organization_id }: Pick<Caller, 'organization_id'>,
  code: AbsentCode,
): Row {
  if (row?.organization_id !== organization_id) throw absent(code);
  return row;
}
