import { absent } from '../../domain/errors.js';
import type { Shop } from '../../domain/shop.js';
import type { Rows } from '../../ports.js';
import type { Context } from '../context.js';

/**
 * The shop of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `shop_not_found`
 */
export function ownShop(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): Shop {
  const shop = rows.get('shop', id);
  if (shop?.organization_id !== caller.organization_id) throw absent('shop_not_found');
  return shop;
}
