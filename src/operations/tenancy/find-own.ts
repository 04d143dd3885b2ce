import { type ErrorCode, type NotFoundCode, notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Caller } from '../../domain/tenant/tenant.js';

/**
 * A row of the caller's organization. Absent ones and those of other organizations are indistinguishable.
 * @throws PortalError `code`
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
 * The row named in a body. If absent, the input is invalid, whereas an id in a path would give 404.
 * @throws PortalError `code`, equally for absent rows and those of other organizations
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
