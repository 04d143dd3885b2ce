import { ORDER_STATUSES } from '../../domain/order/order.js';
import type { PaymentStatus } from '../../domain/payment/payment-status.js';
import type { ShopOrder } from '../../schema/order.js';
import { type Html, html } from '../html.js';
import { DESK_PAGES, DESK_READS } from './desk-operations.js';
import { ordersPart, readOrderPage, statusText } from './order-list.js';
import { type Choice, isAllChosen, linkWith, MAX_CHOSEN, readChoice, setFilters } from './orders-choice.js';
import type { ShopVisit } from './shop-visit.js';

const PER_PAGE = 25;

/** Payment statuses with a filter of their own, since somebody has to act. */
const PAYMENT_FILTERS: readonly PaymentStatus[] = ['pending', 'disputed'];

/** Renders a page of the shop's orders, filtered by the query of the URL. */
export async function ordersPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { call, shopId, locale } = visit;
  const { desk } = locale.texts;
  const choice = readChoice(params);
  const isAll = isAllChosen(params);
  const limit = isAll ? MAX_CHOSEN : PER_PAGE;
  const answer = await call(DESK_READS.orders, { shop_id: shopId, limit, ...setFilters(choice) });
  const { rows: orders, next: cursor } = readOrderPage(answer);
  return html`<h1>${desk.orders}</h1>
${searchPart(visit, choice)}
${cartsPart(visit)}
${filtersPart(visit, choice)}
${orders.length === 0 ? html`<p class="lead">${desk.none}</p>` : choosablePart(visit, orders, { choice, isAll, hasMore: cursor !== undefined })}
<p class="paging">${choice.cursor !== undefined && html`<a href="${linkWith('orders', { ...choice, cursor: undefined }, isAll)}">${desk.first}</a>`}
${cursor !== undefined && html`<a href="${linkWith('orders', { ...choice, cursor }, isAll)}" rel="next">${desk.next}</a>`}</p>
${exportPart(visit, choice)}`;
}

/** Links to the orders that staff draft, and to the carts that buyers left. */
function cartsPart({ may, locale }: ShopVisit): Html {
  const { drafts, carts } = locale.texts.desk_work;
  return html`<p class="paging"><a href="drafts">${drafts.title}</a>${
    may(DESK_PAGES.new_draft.scope) && html` <a href="drafts/new">${drafts.add}</a>`
  } <a href="abandoned-carts">${carts.title}</a></p>`;
}

interface Listed {
  readonly choice: Choice;
  /** True if every box is checked. */
  readonly isAll: boolean;
  /** True if another page follows. */
  readonly hasMore: boolean;
}

/** Renders the orders with a box each, and what can be done with the chosen ones. */
function choosablePart(visit: ShopVisit, orders: readonly ShopOrder[], listed: Listed): Html {
  const { bulk } = visit.locale.texts.desk_work;
  return html`${chosenPart(visit, orders.length, listed)}
<form method="get">${ordersPart(visit, orders, listed.isAll ? 'checked' : 'empty')}
<p class="tools">${visit.may('orders:fulfill') && html`<button class="quiet" formaction="ship-orders">${bulk.ship_chosen}</button>`}
<button class="quiet" formaction="packing-slips">${bulk.print_chosen}</button></p></form>`;
}

/** Shows how many orders are chosen, and links to the list in which all are, or none. */
function chosenPart({ locale }: ShopVisit, count: number, { choice, isAll, hasMore }: Listed): Html {
  const { bulk } = locale.texts.desk_work;
  // The place in the list is that of a page of another size.
  const first = { ...choice, cursor: undefined };
  if (!isAll) return html`<p class="paging"><a href="${linkWith('orders', first, true)}">${bulk.choose_all}</a></p>`;
  return html`<p role="status">${bulk.chosen(count)}${hasMore && html` ${bulk.more_follow}`}</p>
<p class="paging"><a href="${linkWith('orders', first)}">${bulk.choose_none}</a></p>`;
}

/** Renders the form that downloads what the filters choose, of one month or all. */
function exportPart({ locale }: ShopVisit, choice: Choice): Html {
  const { bulk } = locale.texts.desk_work;
  const filters = Object.entries(setFilters({ ...choice, cursor: undefined }));
  return html`<form method="get" class="search">${filters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="month">${bulk.month}</label><input id="month" name="month" type="month" pattern="[0-9]{4}-[0-9]{2}"></div>
<p class="tools"><button class="quiet" formaction="orders.csv">${bulk.export_orders}</button>
<button class="quiet" formaction="order-lines.csv">${bulk.export_lines}</button></p></form>`;
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
