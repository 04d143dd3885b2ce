import type { Checkout, Line } from '../domain/checkout/checkout.js';
import { unitPrice } from '../domain/checkout/properties.js';
import { type Item, itemKey } from '../domain/shop/item.js';
import { itemTitle } from '../domain/shop/item-title.js';
import type { Shop } from '../domain/shop/shop.js';
import { sum } from '../domain/values/money.js';
import { required } from '../domain/values/required.js';
import type { AbandonedCart } from '../schema/abandoned-cart.js';
import { isoTime } from './format.js';
import { hasOpenCheckoutLink, type Links } from './links.js';
import { nameOf } from './shop-order-view.js';

/** The shop, items and links on which the entries of a list of abandoned carts depend. */
export interface CartSurroundings {
  readonly shop: Shop;
  /** All items of the carts, by their keys. */
  readonly items: ReadonlyMap<string, Item>;
  readonly links: Links;
  readonly now: number;
}

/** An entry of the list of abandoned carts. */
export function abandonedCartView(cart: Checkout, { shop, items, links, now }: CartSurroundings): AbandonedCart {
  const { id, deployment_id, created_at, updated_at, buyer, platform, failed_payment, lines } = cart;
  const name = nameOf(buyer);
  const consent = platform?.consent?.marketing;
  const line_items = lines.map((line) => lineView(line, required(items.get(itemKey(shop.id, line.item_id)), 'item')));
  return {
    id,
    deployment_id,
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
    ...(buyer?.email !== undefined && { buyer_email: buyer.email }),
    ...(name !== undefined && { buyer_name: name }),
    ...(consent !== undefined && { marketing_consent: consent }),
    ...(failed_payment && { failed_payment }),
    currency: shop.settings.currency,
    line_items,
    item_count: sum(lines.map(({ quantity }) => quantity)),
    subtotal: sum(line_items.map(({ total }) => total)),
    ...(hasOpenCheckoutLink(cart, now) && { continue_url: links.checkoutUrl(cart) }),
  };
}

function lineView({ item_id, quantity, properties }: Line, item: Item): AbandonedCart['line_items'][number] {
  const unit_price = unitPrice(item, properties);
  return {
    item_id,
    title: itemTitle(item),
    quantity,
    ...(properties.length > 0 && { properties: [...properties] }),
    unit_price,
    total: unit_price * quantity,
  };
}
