import type { Context } from '../../calls/context.js';
import { toJsonBytes } from '../../calls/json-text.js';
import { hideFromBuyer } from '../../domain/order/for-buyer.js';
import type { Order } from '../../domain/order/order.js';
import type { Shop } from '../../domain/shop/shop.js';
import { LastPer } from '../../domain/values/last-per.js';
import { oncePer } from '../../domain/values/once-per.js';
import type { OrderAnswer } from '../../schema/order.js';
import { orderView } from '../../view/order-view.js';

type Reader = Pick<Context<'view'>, 'caller' | 'services'>;

/** The order as its caller sees it. It does not depend on the time. */
export function orderForCaller({ caller, services }: Reader, order: Order, shop: Shop): OrderAnswer {
  return orderView(isBuyer(caller) ? hideFromBuyer(order) : order, shop, caller.scopes, services.view);
}

/** True for a caller bound to a single order, who came through a buyer's link, and for the assistant of a buyer. */
function isBuyer({ only_id, by_grant }: Reader['caller']): boolean {
  return only_id !== undefined || by_grant === true;
}

const texts = new LastPer<Order, string>((text) => text.length);

/**
 * The JSON text of `orderForCaller`. It is kept with the row until a caller reads it with other rights, in another
 * language or under another address.
 */
export function orderBytesForCaller(reader: Reader, order: Order, shop: Shop): string {
  return texts.get(order, [shop, ...partsOf(reader)], () => toJsonBytes(orderForCaller(reader, order, shop)));
}

/** Lists all values that `orderForCaller` depends on, except the rows. */
function partsOf({ caller, services: { view } }: Reader): unknown[] {
  const { links, handlers, language } = view;
  return [scopeNames(caller.scopes), isBuyer(caller), links, links.publicUrl(), handlers, language];
}

/** Compared by name, since a key's set of scopes is another object after each update of its row. */
const scopeNames = oncePer((scopes: Reader['caller']['scopes']) => [...scopes].join(' '));
