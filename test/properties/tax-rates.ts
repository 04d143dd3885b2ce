import type { Cart, Line } from '../../src/domain/checkout/checkout.js';
import type { FulfillmentOption } from '../../src/domain/checkout/fulfillment.js';
import type { PostalAddress } from '../../src/domain/values/address.js';

/**
 * Finds tax rates as docs/money.md (Tax) describes, one after the other. Rates are parts per million; `undefined` if
 * none applies.
 */

type Selected = FulfillmentOption | undefined;

export function lineRate(cart: Cart, line: Line, selected: Selected): number | undefined {
  const item = cart.items.get(line.item_id);
  if (!item) throw new Error(`no item ${line.item_id}`);
  const { billing_address, destination } = cart.checkout;
  const { country } = cart.shop.settings;
  const digital = item.fulfillment_types.includes('digital');
  const place = digital
    ? (billing_address ?? destination ?? { address_country: country })
    : physicalPlace(cart, selected);
  return rateAt(cart, place, item.tax_category);
}

export function shippingRate(cart: Cart, selected: Selected): number | undefined {
  const taxed = cart.shop.settings.tax.on_shipping && selected !== undefined && selected.method_type !== 'digital';
  return taxed ? rateAt(cart, physicalPlace(cart, selected), 'shipping') : undefined;
}

/** A collected line is taxed at the pickup location, a shipped line at the destination. */
function physicalPlace({ checkout, shop }: Cart, selected: Selected): PostalAddress | undefined {
  const counter = shop.settings.pickup.find(({ id }) => id === selected?.id);
  return counter?.address ?? checkout.destination;
}

/**
 * Returns the rate of a place and category. A rate for both the category and the region takes precedence, then one for
 * the category, then one for the region.
 */
function rateAt({ shop }: Cart, place: PostalAddress | undefined, category: string): number | undefined {
  const region = place?.address_region?.toUpperCase();
  const rows = [
    { region, category },
    { region: undefined, category },
    { region, category: undefined },
    { region: undefined, category: undefined },
  ].map((wanted) =>
    shop.settings.tax.rates.find(
      (row) =>
        row.country === place?.address_country && row.region === wanted.region && row.category === wanted.category,
    ),
  );
  return rows.find((row) => row !== undefined)?.rate_ppm;
}
