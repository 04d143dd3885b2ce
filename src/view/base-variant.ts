import { findItem } from '../domain/checkout/checkout.js';
import type { PricedCart } from '../domain/checkout/status.js';
import { lineTotals } from '../domain/checkout/totals.js';
import type { CheckoutB } from '../schema/checkout.js';
import {
  checkoutTotalsView,
  lineItemView,
  linksView,
  paymentView,
  totalsView,
  type ViewSettings,
} from './checkout-view.js';
import { UCP_BASE } from './ucp.js';

/** Variant B of a checkout: a part of variant F, made without the rest. */
export function baseVariant(priced: PricedCart, view: ViewSettings): CheckoutB {
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
    links: linksView(shop, view.links),
    payment: paymentView(priced, view),
    ucp: UCP_BASE,
  };
}
