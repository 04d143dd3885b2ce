import { findItem } from '../domain/checkout/checkout.js';
import type { PricedCart } from '../domain/checkout/status.js';
import { lineTotals } from '../domain/checkout/totals.js';
import type { Shop } from '../domain/shop/shop.js';
import type { CheckoutB } from '../schema/checkout.js';
import {
  checkoutTotalsView,
  handlersView,
  lineItemView,
  linksView,
  totalsView,
  type ViewSettings,
} from './checkout-view.js';
import { UCP_BASE } from './ucp.js';

/** Members of variant B that all open carts of a shop share: without a payment attempt, `payment` has no instrument. */
export type SharedVariant = Pick<CheckoutB, 'links' | 'payment' | 'ucp'>;

/** Variant B of an open cart without its shared members: a part of variant F, made without the rest. */
export function ownVariant(priced: PricedCart, view: ViewSettings): Omit<CheckoutB, keyof SharedVariant> {
  const { cart, pricing } = priced;
  const { checkout, shop } = cart;
  const { currency } = shop.settings;
  const language = view.language ?? shop.settings.language;
  return {
    id: checkout.id,
    currency,
    line_items: pricing.lines.map((pricedLine) => {
      const { line, unit_price } = pricedLine;
      return {
        id: line.id,
        item: lineItemView(findItem(cart, line), unit_price, view.links, language),
        quantity: line.quantity,
        ...(line.parent_id !== undefined && { parent_id: line.parent_id }),
        properties: [...line.properties],
        totals: totalsView(lineTotals(pricedLine), currency, language),
      };
    }),
    totals: checkoutTotalsView(priced, language),
    ...(checkout.buyer && { buyer: checkout.buyer }),
  };
}

export function sharedVariant(shop: Shop, view: ViewSettings): SharedVariant {
  return { links: linksView(shop, view.links), payment: { handlers: handlersView(shop, view) }, ucp: UCP_BASE };
}
