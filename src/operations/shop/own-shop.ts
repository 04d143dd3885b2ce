import type { Context } from '../../calls/context.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Rows } from '../../ports.js';
import { findOwnShop } from '../tenancy/find-own.js';

/**
 * Finds a shop of the caller's organization. A shop of another organization counts as absent.
 * @throws PortalError `shop_not_found`
 */
export function ownShop(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Shop {
  return findOwnShop(rows, caller, id);
}
