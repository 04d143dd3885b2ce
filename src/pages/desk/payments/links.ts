import type { ShopVisit } from '../shop-visit.js';

type Place = Pick<ShopVisit, 'root' | 'shopId'>;

/** Returns the URL of the page about payment handlers. */
export function paymentsUrl({ root, shopId }: Place): string {
  return `${root}/desk/${shopId}/payments`;
}

/** Returns the URL at which a person signs in again, which leads back to the page. */
export function confirmPaymentsUrl({ root, shopId }: Place): string {
  return `${root}/sign-in?confirm=1&return=${encodeURIComponent(`desk/${shopId}/payments`)}`;
}
