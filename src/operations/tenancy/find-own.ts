import { type ErrorCode, type NotFoundCode, notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';

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
 * Returns a shop of the caller's organization. A shop in which a staff member has no role counts as absent.
 * @throws PortalError `shop_not_found`
 */
export function findOwnShop(rows: Rows, caller: Caller, id: string): Shop {
  const shop = findOwn(rows.get('shop', id), caller, 'shop_not_found');
  if (caller.staff?.shops?.includes(id) === false) throw notFoundError('shop_not_found');
  return shop;
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
