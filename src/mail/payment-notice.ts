import { type Checkout, frozenCart } from '../domain/checkout/checkout.js';
import { assess } from '../domain/checkout/status.js';
import { faceOf } from '../domain/shop/face.js';
import type { Shop } from '../domain/shop/shop.js';
import { required } from '../domain/values/required.js';
import type { Locale } from '../texts/locale.js';
import { checkoutView, type ViewSettings } from '../view/checkout-view.js';
import type { MailedCheckout } from './content.js';

/** Time that a previewed payment leaves to its buyer, if it never waited for them. Milliseconds. */
const SAMPLE_MS = 15 * 60 * 1000;

/** Describes a checkout as its API response does, priced by the terms that are stored with it. */
export function mailedCheckout(
  checkout: Checkout,
  shop: Shop,
  locale: Locale,
  view: Omit<ViewSettings, 'language'>,
): Omit<MailedCheckout, 'maxLines'> {
  const cart = frozenCart(checkout, required(checkout.frozen, 'the terms of a mailed checkout'));
  return {
    checkout: checkoutView(assess(cart), { ...view, language: locale.tag }),
    face: faceOf(shop),
    locale,
    link: view.links.checkoutUrl(checkout),
    until: untilWhen(checkout),
  };
}

/** Time until which the buyer can do what the mail asks for. */
function untilWhen({ draft, attempt, expires_at, updated_at }: Checkout): number {
  return attempt?.action?.expires_at ?? (draft ? expires_at : updated_at + SAMPLE_MS);
}
