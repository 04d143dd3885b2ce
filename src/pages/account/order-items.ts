import { displayAmount } from '../../domain/values/display.js';
import type { OrderSummary } from '../../schema/order.js';
import { type Html, html } from '../html.js';
import { type AccountPlace, dayText } from './texts.js';

/** Renders orders as a list of links. */
export function orderItems(place: AccountPlace, orders: readonly OrderSummary[]): Html {
  const { texts, tag } = place.locale;
  return html`<ul class="bullets">${orders.map(
    ({ permalink_url, display_id, created_at, total, currency }) =>
      html`<li><a href="${permalink_url}">${texts.order.title(display_id)}</a> · ${dayText(created_at, place)} · ${displayAmount(total, currency, tag)}</li>`,
  )}</ul>`;
}
