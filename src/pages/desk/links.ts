import type { ShopVisit } from './shop-visit.js';

type Place = Pick<ShopVisit, 'root' | 'shopId'>;

/** Returns the URL of an order's page. */
export function orderUrl(place: Place, orderId: string): string {
  return `${place.root}/${orderPath(place.shopId, orderId)}`;
}

/** Returns the URL of the list of draft orders. */
export function draftsUrl({ root, shopId }: Place): string {
  return `${root}/desk/${shopId}/drafts`;
}

/** Returns the URL of the list of abandoned carts. */
export function abandonedCartsUrl({ root, shopId }: Place): string {
  return `${root}/desk/${shopId}/abandoned-carts`;
}

/** Returns the URL of the packing slips of orders. */
export function packingUrl({ root, shopId }: Place, orderIds: readonly string[]): string {
  const query = new URLSearchParams(orderIds.map((id): [string, string] => ['order', id]));
  return `${root}/desk/${shopId}/packing-slips?${query}`;
}

/** Returns the URL at which a person signs in again, which leads back to the order. */
export function confirmUrl(place: Place, orderId: string): string {
  return `${place.root}/sign-in?confirm=1&return=${encodeURIComponent(orderPath(place.shopId, orderId))}`;
}

/** Returns the path of an order's page, relative to the root of the portal. */
export function orderPath(shopId: string, orderId: string): string {
  return `desk/${shopId}/orders/${encodeURIComponent(orderId)}`;
}
