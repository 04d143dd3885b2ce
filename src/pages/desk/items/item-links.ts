import type { ShopVisit } from '../shop-visit.js';

/** Returns the URL of an item's page. */
export function itemUrl({ root, shopId }: Pick<ShopVisit, 'root' | 'shopId'>, itemId: string): string {
  return `${root}/desk/${shopId}/items/${encodeURIComponent(itemId)}`;
}
