import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Locale } from '../texts/locale.js';
import type { RenderedPage } from './cached-pages.js';
import { type Place, shopPage } from './shop/shop-page.js';
import type { StaffPage } from './staff-page.js';

/** Renders a page for a person who signs in to a shop, in the design of that shop. No other page can frame it. */
export function personPage(
  locale: Locale,
  place: Place,
  shop: Shop,
  { title, body, next, hasPasskeys }: Pick<StaffPage, 'title' | 'body' | 'next' | 'hasPasskeys'>,
): RenderedPage {
  const page = { title, body, next, hasPasskeys };
  const { headers, bytes } = shopPage({ locale, place, face: faceOf(shop) }, page);
  return { headers: { ...headers, 'x-frame-options': 'DENY' }, bytes };
}
