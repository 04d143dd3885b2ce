import { type ErrorCode, type NotFoundCode, notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Caller } from '../../domain/tenant/tenant.js';

/**
 * Returns a row of the caller's organization. A row of another organization counts as absent.
 * @throws PortalError with `code`
 */
export function findOwn<Row extends { readonly organization_id: string }>(
  row: Row | undefined,
  { organization_id }: Pick<Caller, 'organization_id'>,
  code: NotFoundCode,
): Row {
  if (row?.organization_id !== organization_id) throw notFoundError(code);
  return row;
}

/**
 * Returns the row whose id a body names. Absent rows and those of other organizations give the same error. `code` must
 * be one for invalid input, in contrast to the 404 for an id in the path.
 * @throws PortalError with `code`
 */
export function findNamed<Row extends { readonly organization_id: string }>(
  row: Row | undefined,
  { organization_id }: Pick<Caller, 'organization_id'>,
  code: ErrorCode,
  detail: string,
): Row {
  if (row?.organization_id !== organization_id) throw new PortalError(code, detail);
  return row;
}
