import { type AbsentCode, absent, type ErrorCode, PortalError } from '../../domain/errors/portal-error.js';
import type { Caller } from '../../domain/tenant/tenant.js';

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

/**
 * The row that a body names. If it is absent, the input is not valid, while for an id in a path the answer would be 404.
 * @throws PortalError `code`, the same for absent and for another organization's
 */
export function named<Row extends { readonly organization_id: string }>(
  row: Row | undefined,
  { organization_id }: Pick<Caller, 'organization_id'>,
  code: ErrorCode,
  detail: string,
): Row {
  if (row?.organization_id !== organization_id) throw new PortalError(code, detail);
  return row;
}
