import type { ShopVisit } from '../shop-visit.js';

type Place = Pick<ShopVisit, 'root' | 'shopId'>;

/** Returns the URL of the list of discounts. */
export function discountsUrl({ root, shopId }: Place): string {
  return `${root}/desk/${shopId}/discounts`;
}

/** Returns the URL of a discount's page. The code is in the query, since it may have any characters. */
export function discountUrl({ root, shopId }: Place, code?: string): string {
  const path = `${root}/desk/${shopId}/discount`;
  return code === undefined ? path : `${path}?${new URLSearchParams({ code })}`;
}
