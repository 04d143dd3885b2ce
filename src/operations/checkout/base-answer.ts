import { LazyAnswer } from '../../calls/answer.js';
import { bodySharing, cacheJson } from '../../calls/json-text.js';
import type { PricedCart } from '../../domain/checkout/status.js';
import type { Shop } from '../../domain/shop/shop.js';
import { LastPer } from '../../domain/values/last-per.js';
import type { CheckoutB } from '../../schema/checkout.js';
import { ownVariant, type SharedVariant, sharedVariant } from '../../view/base-variant.js';
import type { ViewSettings } from '../../view/checkout-view.js';
import { type CheckoutAnswer, fullAnswer } from './change-cart.js';

/** Shared members of a shop's checkouts, with their text, by the row of the shop. */
const ofShops = new LastPer<Shop, SharedVariant>();

/** Response for an open cart, with variant B over HTTP and F elsewhere (docs/checkout.md). */
export function baseAnswer(view: ViewSettings, priced: PricedCart): CheckoutAnswer<{ data: CheckoutB }> {
  return new LazyAnswer(
    priced.cart.checkout.version,
    () => fullAnswer(view, priced).body,
    () => bodySharing(ownVariant(priced, view), sharedOf(priced, view)),
  );
}

function sharedOf({ cart: { shop } }: PricedCart, view: ViewSettings): SharedVariant {
  return ofShops.get(shop, [view.links.publicUrl(), view.handlers], () => {
    const shared = sharedVariant(shop, view);
    cacheJson(shared);
    return shared;
  });
}
