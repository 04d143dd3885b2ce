import { toJsonBytes } from '../../calls/json-text.js';
import type { Order } from '../../domain/order/order.js';
import type { Shop } from '../../domain/shop/shop.js';
import { LastPer } from '../../domain/values/last-per.js';
import type { CachedEntries } from '../../lists/keyset-page.js';
import type { ChangedOrder } from '../../ports.js';
import type { OrderSummary, ShopOrder } from '../../schema/order.js';
import type { Links } from '../../view/links.js';
import { orderSummaryView } from '../../view/order-view.js';
import { shopOrderView } from '../../view/shop-order-view.js';

/** Entries of order lists, kept with their rows: an unchanged order is the same object in each list. */

/** Approximate memory of a view. Bytes. */
const VIEW_BYTES = 1_000;

const summaryViews = new LastPer<Order, OrderSummary>(() => VIEW_BYTES);
const summaryTexts = new LastPer<Order, string>((text) => text.length);
const shopOrderTexts = new LastPer<Order, string>((text) => text.length);

/** Entries of `list_orders`. Agents read the views, HTTP clients the texts. */
export function summaryEntries(shop: Shop, links: Links): CachedEntries<Order, OrderSummary> {
  const parts = partsOf(shop, links);
  const make = (order: Order) => orderSummaryView(order, shop, links);
  return {
    view: (order) => summaryViews.get(order, parts, () => make(order)),
    bytes: (order) => summaryTexts.get(order, parts, () => toJsonBytes(make(order))),
  };
}

/** Entries of `list_shop_orders`, which is no tool, so only the texts are kept. */
export function shopOrderEntries(shop: Shop, links: Links): CachedEntries<ChangedOrder, ShopOrder> {
  const parts = partsOf(shop, links);
  const view = (entry: ChangedOrder) => shopOrderView(entry, shop, links);
  return {
    view,
    bytes: (entry) => shopOrderTexts.get(entry.order, [...parts, entry.changed], () => toJsonBytes(view(entry))),
  };
}

/** Lists all values that an entry depends on, except those of the entry itself. */
function partsOf(shop: Shop, links: Links): unknown[] {
  return [shop, links, links.publicUrl()];
}
