import { discountRecords } from '../../domain/checkout/applied-discount.js';
import { findItem } from '../../domain/checkout/checkout.js';
import { enteredCodes } from '../../domain/checkout/discounts.js';
import type { PricedLine, Pricing } from '../../domain/checkout/pricing.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { lineTotals, orderTotals } from '../../domain/checkout/totals.js';
import { saleTitle } from '../../domain/shop/condition.js';
import { itemImage, specsView } from '../../view/item-view.js';
import type { Session } from '../session.js';
import type { CanonicalContent, CanonicalTotal } from './canonical-forms.js';

/** Builds the content that carts and checkouts have in common. */
export function toCanonicalContent(assessment: Assessment, { site }: Pick<Session, 'site'>): CanonicalContent {
  const { cart, pricing } = assessment;
  const { checkout, shop } = cart;
  return {
    id: checkout.id,
    currency: shop.settings.currency,
    line_items: pricing.lines.map((line) => lineOf(assessment, line, site.links)),
    totals: totalsOf(pricing),
    buyer: checkout.buyer,
    context: checkout.platform?.context,
    discounts: { codes: enteredCodes(cart), applied: discountRecords(pricing.applied) },
    links: shop.settings.links.map((link) => ({ ...link, url: site.links.absolute(link.url) })),
  };
}

function lineOf({ cart }: Assessment, priced: PricedLine, links: Session['site']['links']) {
  const { line, unit_price } = priced;
  const item = findItem(cart, line);
  return {
    id: line.id,
    item: {
      id: item.id,
      title: saleTitle(item, cart.shop.settings.language),
      price: unit_price,
      ...itemImage(item, links),
    },
    quantity: line.quantity,
    parent_id: line.parent_id,
    properties: line.properties,
    property_specs: specsView(item),
    totals: lineTotals(priced),
  };
}

/** Returns the totals of the checkout or cart. All fees together form one entry, which lists them. */
function totalsOf(pricing: Pricing): CanonicalTotal[] {
  const fees = pricing.fees.filter(({ amount }) => amount !== 0);
  const lines = fees.map(({ title, amount }) => ({ display_text: title, amount }));
  return orderTotals(pricing).map((total) => (total.type === 'fee' && lines.length > 0 ? { ...total, lines } : total));
}
