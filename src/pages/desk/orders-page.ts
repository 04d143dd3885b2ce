import { ORDER_STATUSES } from '../../domain/order/order.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import type { ShopOrder } from '../../schema/order.js';
import { type Html, html } from '../html.js';
import { DESK_PAGES, DESK_READS } from './desk-operations.js';
import { ordersPart, readOrderPage, statusText } from './order-list.js';
import { type Choice, linkWith, readChoice, setFilters } from './orders-choice.js';
import type { ShopVisit } from './shop-visit.js';

const PER_PAGE = 25;

/** Payment statuses with a filter of their own, since somebody has to act. */
const PAYMENT_FILTERS: readonly PaymentStatus[] = ['pending', 'disputed'];

/** Renders a page of the shop's orders, filtered by the query of the URL. */
export async function ordersPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { call, shopId, locale } = visit;
  const { desk } = locale.texts;
  const choice = readChoice(params);
  const answer = await call(DESK_READS.orders, { shop_id: shopId, limit: PER_PAGE, ...setFilters(choice) });
  const { rows: orders, next: cursor } = readOrderPage(answer);
  return html`<h1>${desk.orders}</h1>
${searchPart(visit, choice)}
${cartsPart(visit)}
${filtersPart(visit, choice)}
${orders.length === 0 ? html`<p class="lead">${desk.none}</p>` : choosablePart(visit, orders)}
<p class="paging">${choice.cursor !== undefined && html`<a href="${linkWith('orders', { ...choice, cursor: undefined })}">${desk.first}</a>`}
${cursor !== undefined && html`<a href="${linkWith('orders', { ...choice, cursor })}" rel="next">${desk.next}</a>`}</p>
${exportPart(visit, choice)}`;
}

/** Links to the orders that staff draft, and to the carts that buyers left. */
function cartsPart({ may, locale }: ShopVisit): Html {
  const { drafts, carts } = locale.texts.desk_work;
  return html`<p class="paging"><a href="drafts">${drafts.title}</a>${
    may(DESK_PAGES.new_draft.scope) && html` <a href="drafts/new">${drafts.add}</a>`
  } <a href="abandoned-carts">${carts.title}</a></p>`;
}

/** Renders the orders with a box each, and what can be done with the chosen ones. */
function choosablePart(visit: ShopVisit, orders: readonly ShopOrder[]): Html {
  const { bulk } = visit.locale.texts.desk_work;
  return html`<form method="get">${ordersPart(visit, orders, { choosable: true })}
<p class="tools">${visit.may('orders:fulfill') && html`<button class="quiet" formaction="ship-orders">${bulk.ship_chosen}</button>`}
<button class="quiet" formaction="packing-slips">${bulk.print_chosen}</button></p></form>`;
}

function exportPart({ locale }: ShopVisit, choice: Choice): Html {
  const { bulk } = locale.texts.desk_work;
  const filters = { ...choice, cursor: undefined };
  return html`<p class="paging"><a href="${linkWith('orders.csv', filters)}" download>${bulk.export_orders}</a>
<a href="${linkWith('order-lines.csv', filters)}" download>${bulk.export_lines}</a></p>`;
}

function searchPart({ locale: { texts } }: ShopVisit, { query, status, payment_status }: Choice): Html {
  const { desk } = texts;
  return html`<form method="get" action="orders" role="search" class="search"><div class="field"><label for="query">${desk.search}</label>
<input id="query" name="query" type="search" maxlength="200" value="${query}" aria-describedby="query-hint"><small id="query-hint">${desk.search_hint}</small></div>
${status && html`<input type="hidden" name="status" value="${status}">`}${payment_status && html`<input type="hidden" name="payment_status" value="${payment_status}">`}
<button class="primary">${desk.find}</button></form>`;
}

function filtersPart({ locale: { texts } }: ShopVisit, { query, status, payment_status }: Choice): Html {
  const none = { query, status: undefined, payment_status: undefined, cursor: undefined };
  const link = (choice: Choice, text: string) => {
    const isChosen = choice.status === status && choice.payment_status === payment_status;
    return html`<li><a href="${linkWith('orders', choice)}"${isChosen && html` aria-current="true"`}>${text}</a></li>`;
  };
  return html`<ul class="filters" aria-label="${texts.desk.status}">${link(none, texts.desk.all)}
${ORDER_STATUSES.map((one) => link({ ...none, status: one }, statusText(one, texts)))}
${PAYMENT_FILTERS.map((one) => link({ ...none, payment_status: one }, texts.order[one]))}</ul>`;
}
