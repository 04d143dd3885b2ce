import { listOrderRequests } from '../../operations/shop/list-order-requests.js';
import type { OrderRequestAnswer, RequestedOrder } from '../../schema/order.js';
import { pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { unitsText } from '../order/timeline.js';
import { addressPart, timePart } from '../parts.js';
import { ACTIONS } from './actions.js';
import { checkBox, textField } from './form-fields.js';
import { formStart } from './form-start.js';
import { confirmUrl, orderUrl } from './links.js';
import type { ShopVisit } from './shop-visit.js';
import type { ShownOrder } from './shown-order.js';

/** Orders that are listed; the others follow once these are answered. */
const SHOWN = 20;

/** Renders the orders whose buyers wait for an answer; nothing if none do. */
export async function requestedOrdersPart(visit: ShopVisit): Promise<Html | false> {
  const { call, shopId, locale } = visit;
  const answer = await call(listOrderRequests, { shop_id: shopId, limit: SHOWN });
  const { rows } = pageOf<RequestedOrder>(answer, 'requests');
  if (rows.length === 0) return false;
  const { order, desk_work } = locale.texts;
  return html`<section aria-labelledby="requests"><h2 id="requests">${desk_work.requests.title}</h2>
<ul class="plain">${rows.map(
    ({ id, display_id, buyer_name, requests }) =>
      html`<li><a href="${orderUrl(visit, id)}">${order.title(display_id)}</a> ${buyer_name} <small>${requests.map(({ type }) => desk_work.requests[type]).join(', ')}</small></li>`,
  )}</ul></section>`;
}

/** Renders the requests of an order that wait for an answer, each with its form if the role may answer. */
export function requestsPart(visit: ShopVisit, shown: ShownOrder): Html | false {
  const waiting = (shown.order.requests ?? []).filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return false;
  return html`<section aria-labelledby="requests"><h2 id="requests">${visit.locale.texts.desk_work.requests.title}</h2>
${waiting.map((one) => requestPart(visit, shown, one))}</section>`;
}

function requestPart(visit: ShopVisit, shown: ShownOrder, one: OrderRequestAnswer): Html {
  const { locale, face } = visit;
  const { requests: texts } = locale.texts.desk_work;
  const { type, line_items, destination, reason, created_at } = one;
  const units = line_items ? unitsText(shown.order, line_items) : type !== 'address_change' && texts.all_units;
  return html`<div class="card"><p><strong>${texts[type]}</strong> ${units} <small>${timePart(created_at, 'zonedMoment', locale.tag, face.shop.settings.time_zone)}</small></p>
${destination && addressPart({ ...destination, name: destination.full_name }, locale.tag)}
${reason !== undefined && html`<p class="note">${reason}</p>`}
${answerPart(visit, shown, one)}</div>`;
}

function answerPart(
  visit: ShopVisit,
  { order, version, rejected }: ShownOrder,
  { id, type }: OrderRequestAnswer,
): Html | false {
  const { desk, desk_work } = visit.locale.texts;
  const { requests: texts } = desk_work;
  if (!visit.may(ACTIONS.answer.operation.scope)) return false;
  if (!visit.isRecent) return html`<p><a href="${confirmUrl(visit, order.id)}">${desk.confirm_first}</a></p>`;
  const typed = rejected?.action === 'answer' && rejected.form.request_id === id ? rejected.form : undefined;
  return html`<form method="post" action="${orderUrl(visit, order.id)}/answer" class="narrow">${formStart(visit, version)}<input type="hidden" name="request_id" value="${id}">
${textField(`answer-${id}`, 'reason', texts.answer, { typed })}
${
  type === 'return' &&
  html`${checkBox('received', texts.received, typed)}
${checkBox('restock', desk_work.order.restock, typed)}`
}<p class="tools"><button class="primary" name="decision" value="accept">${texts.accept}</button> <button class="quiet" name="decision" value="refuse">${texts.refuse}</button></p></form>`;
}
