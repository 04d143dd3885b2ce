import { ORDER_STATUSES, type OrderStatus } from '../../domain/order/order.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payment/payment-status.js';
import { type Html, html } from '../html.js';
import { DESK_READS } from './desk-operations.js';
import { ordersPart, readOrderPage, statusText } from './order-list.js';
import type { ShopVisit } from './shop-visit.js';

const PER_PAGE = 25;

/** Payment statuses with a filter of their own, since somebody has to act. */
const PAYMENT_FILTERS: readonly PaymentStatus[] = ['pending', 'disputed'];

/** Choices in the query of the page. Unknown values count as absent. */
interface Choice {
  readonly query: string | undefined;
  readonly status: OrderStatus | undefined;
  readonly payment_status: PaymentStatus | undefined;
  readonly cursor: string | undefined;
}

function readChoice(params: URLSearchParams): Choice {
  const text = params.get('query')?.trim().slice(0, 200) ?? '';
  return {
    query: text === '' ? undefined : text,
    status: ORDER_STATUSES.find((status) => status === params.get('status')),
    payment_status: PAYMENT_STATUSES.find((status) => status === params.get('payment_status')),
    cursor: params.get('cursor') ?? undefined,
  };
}

/** Renders a page of the shop's orders, filtered by the query of the URL. */
export async function ordersPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { call, shopId, locale } = visit;
  const { desk } = locale.texts;
  const choice = readChoice(params);
  const answer = await call(DESK_READS.orders, { shop_id: shopId, limit: PER_PAGE, ...given(choice) });
  const { rows: orders, next: cursor } = readOrderPage(answer);
  return html`<h1>${desk.orders}</h1>
${searchPart(visit, choice)}
${filtersPart(visit, choice)}
${orders.length === 0 ? html`<p class="lead">${desk.none}</p>` : ordersPart(visit, orders)}
<p class="paging">${choice.cursor !== undefined && html`<a href="${linkTo({ ...choice, cursor: undefined })}">${desk.first}</a>`}
${cursor !== undefined && html`<a href="${linkTo({ ...choice, cursor })}" rel="next">${desk.next}</a>`}</p>`;
}

function given(choice: Choice): Record<string, string> {
  const entries = Object.entries(choice).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

function linkTo(choice: Choice): string {
  const query = new URLSearchParams(given(choice)).toString();
  return query === '' ? 'orders' : `orders?${query}`;
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
    return html`<li><a href="${linkTo(choice)}"${isChosen && html` aria-current="true"`}>${text}</a></li>`;
  };
  return html`<ul class="filters" aria-label="${texts.desk.status}">${link(none, texts.desk.all)}
${ORDER_STATUSES.map((one) => link({ ...none, status: one }, statusText(one, texts)))}
${PAYMENT_FILTERS.map((one) => link({ ...none, payment_status: one }, texts.order[one]))}</ul>`;
}
