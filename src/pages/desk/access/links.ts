import type { ShopVisit } from '../shop-visit.js';
import type { AccessSection } from './sections.js';

type Place = Pick<ShopVisit, 'root' | 'shopId'>;

/** Returns the URL of the pages about access. */
export function accessUrl({ root, shopId }: Place): string {
  return `${root}/desk/${shopId}/access`;
}

export function sectionUrl(place: Place, section: AccessSection): string {
  return `${accessUrl(place)}/${section}`;
}

/** Returns the URL of a webhook's deliveries. */
export function deliveriesUrl(place: Place, webhookId: string): string {
  return `${sectionUrl(place, 'webhooks')}/${encodeURIComponent(webhookId)}`;
}

/** Returns the URL at which a person signs in again, which leads back to the section. */
export function confirmAccessUrl({ root, shopId }: Place, section: AccessSection): string {
  return `${root}/sign-in?confirm=1&return=${encodeURIComponent(`desk/${shopId}/access/${section}`)}`;
}
