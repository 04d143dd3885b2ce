import type { Context } from '../../calls/context.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Rows } from '../../ports.js';
import { findOwn } from '../tenancy/find-own.js';

/**
 * A shop of the caller's organization. Absent ones and those of other organizations are indistinguishable.
 * @throws PortalError `shop_not_found`
 */
export function ownShop(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Shop {
  return findOwn(rows.get('shop', id), caller, 'shop_not_found');
}
