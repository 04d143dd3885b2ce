import type { AnyAnswer } from '../../calls/answer.js';
import { displayAmount } from '../../domain/values/display.js';
import type { ShopOrder } from '../../schema/order.js';
import type { Texts } from '../../texts/texts.js';
import { type AnsweredPage, pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import { orderUrl } from './links.js';
import type { ShopVisit } from './shop-visit.js';

/** @throws Error for the response of an operation that lists no orders */
export function readOrderPage(answer: AnyAnswer): AnsweredPage<ShopOrder> {
  return pageOf<ShopOrder>(answer, 'display_id');
}

/** Returns the text of an order's status for staff. */
export function statusText(status: ShopOrder['status'], { order }: Texts): string {
  return status === 'fulfilled' ? order.done.completed : order[status];
}

/**
 * Renders a list of orders, each with a link to its page.
 * @param boxes whether each has a box in the form around them, and whether it is checked
 */
export function ordersPart(
  visit: ShopVisit,
  orders: readonly ShopOrder[],
  boxes: 'none' | 'empty' | 'checked' = 'none',
): Html {
  const { locale, face } = visit;
  const { texts, tag } = locale;
  return html`<ul class="orders">${orders.map(
    (order) => html`
<li>${boxes !== 'none' && html`<input type="checkbox" name="order" value="${order.id}" aria-label="${texts.desk_work.bulk.choose(order.display_id)}"${boxes === 'checked' && html` checked`}>`}<a href="${orderUrl(visit, order.id)}">${order.display_id}</a>
<span class="buyer">${order.buyer_name}</span>
<span>${timePart(order.created_at, 'zonedMoment', tag, face.shop.settings.time_zone)}</span>
<span class="amount">${displayAmount(order.total, order.currency, tag)}</span>
<span class="badge ${order.status}">${statusText(order.status, texts)}</span>
<span class="badge ${order.payment_status}">${texts.order[order.payment_status]}</span></li>`,
  )}</ul>`;
}
