import type { Answer } from '../../calls/answer.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { itemKey } from '../../domain/shop/item.js';
import { applyItemChange, type ItemChange, type ItemMembers } from '../../domain/shop/item-change.js';
import type { Shop } from '../../domain/shop/shop.js';
import { variantProblem } from '../../domain/shop/variants.js';
import type { Rows } from '../../ports.js';
import type { ShopItemAnswer } from '../../schema/shop-item.js';
import { shopItemView } from '../../view/shop-item-view.js';
import { readStoredItem, type StoredItem } from './items.js';

/** @throws PortalError `shop_item_not_found` */
export function ownItem(rows: Rows, shop: Shop, id: string): StoredItem {
  const found = readStoredItem(rows, shop.id, id);
  if (!found) throw notFoundError('shop_item_not_found');
  return found;
}

/**
 * Changes an item and checks it against the other items of its product.
 * @throws PortalError `invalid_request`
 */
export function applyChange(
  rows: Rows,
  shop: Shop,
  id: string,
  before: StoredItem | undefined,
  change: ItemChange,
): ItemMembers {
  const item = applyItemChange(id, before?.item, change);
  if ('problem' in item) throw new PortalError('invalid_request', `${item.member}: ${item.problem}`);
  const { product_id } = item;
  const variants = product_id === null ? undefined : rows.find('variants', shop.id, [product_id]).get(product_id);
  const problem = variantProblem(item, variants ?? []);
  if (problem !== undefined) throw new PortalError('invalid_request', `options: ${problem}`);
  return item;
}

export function itemAnswer(stored: StoredItem): Answer<{ data: ShopItemAnswer }> {
  return { body: { data: shopItemView(stored) }, version: stored.item.version };
}

/** Returns the method and path of the operation that changes the item's stock. */
export function stockRoute(shop: Shop, id: string): string {
  return `POST /api/shops/${itemKey(shop.id, 'items')}/${id}/stock`;
}

/**
 * Compares the stock with the expected one; null means that units are not counted.
 * @throws PortalError `stock_moved`
 */
export function assertStock(stock: number | null, expected: number | null, member: string): void {
  if (stock === expected) return;
  const now = stock === null ? 'the item is not counted' : `${stock} are left`;
  throw new PortalError('stock_moved', `${member}: ${now}; read the item again`);
}
