import type { AnyAnswer } from '../../calls/answer.js';
import { displayAmount } from '../../domain/values/display.js';
import type { ShopOrder } from '../../schema/order.js';
import type { Texts } from '../../texts/texts.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import type { ShopVisit } from './shop-visit.js';

/** A page of a shop's orders. */
export interface OrderPage {
  readonly orders: readonly ShopOrder[];
  readonly cursor: string | undefined;
}

/** @throws Error for the response of an operation that lists no orders */
export function readOrderPage({ body }: AnyAnswer): OrderPage {
  if (!isOrderList(body)) throw new Error('the answer has no orders');
  return { orders: body.data, cursor: body.pagination?.cursor };
}

function isOrderList(
  body: unknown,
): body is { readonly data: readonly ShopOrder[]; readonly pagination?: { readonly cursor: string } } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/** Returns the text of an order's status for staff. */
export function statusText(status: ShopOrder['status'], { order }: Texts): string {
  return status === 'fulfilled' ? order.done.completed : order[status];
}

/** Renders a list of orders, each with a link to its page. */
export function ordersPart({ locale, root, shopId, face }: ShopVisit, orders: readonly ShopOrder[]): Html {
  const { texts, tag } = locale;
  return html`<ul class="orders">${orders.map(
    (order) => html`
<li><a href="${root}/desk/${shopId}/orders/${order.id}">${order.display_id}</a>
<span class="buyer">${order.buyer_name}</span>
<span>${timePart(order.created_at, 'zonedMoment', tag, face.shop.settings.time_zone)}</span>
<span class="amount">${displayAmount(order.total, order.currency, tag)}</span>
<span class="badge ${order.status}">${statusText(order.status, texts)}</span>
<span class="badge ${order.payment_status}">${texts.order[order.payment_status]}</span></li>`,
  )}</ul>`;
}
