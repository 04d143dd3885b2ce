import type { Order } from '../domain/order/order.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Buyer } from '../domain/values/address.js';
import type { ChangedOrder } from '../ports.js';
import type { ShopOrder } from '../schema/order.js';
import type { Links } from './links.js';
import { orderSummaryView } from './order-view.js';

/** An entry of the list of a shop's orders. */
export function shopOrderView({ order, changed }: ChangedOrder, shop: Shop, links: Links): ShopOrder {
  const name = buyerName(order);
  return {
    ...orderSummaryView(order, shop, links),
    deployment_id: order.deployment_id,
    ...(name !== undefined && { buyer_name: name }),
    changed,
  };
}

/** Returns the name of the buyer, of the billing address or of a recipient: the first that is known. */
export function buyerName({ buyer, billing_address, fulfillment }: Order): string | undefined {
  const people = [buyer, billing_address, ...fulfillment.expectations.map(({ destination }) => destination)];
  return people.map(nameOf).find((name) => name !== undefined);
}

/** Returns the name of a person; `undefined` if it is not known. */
export function nameOf(person: Pick<Buyer, 'full_name' | 'first_name' | 'last_name'> | undefined): string | undefined {
  const name = person?.full_name ?? [person?.first_name, person?.last_name].filter(Boolean).join(' ');
  return name === '' ? undefined : name;
}
