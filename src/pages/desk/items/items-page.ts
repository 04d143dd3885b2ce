import type { AnyAnswer } from '../../../calls/answer.js';
import { displayAmount } from '../../../domain/values/display.js';
import { listShopItems } from '../../../operations/shop/list-shop-items.js';
import type { ShopItemAnswer } from '../../../schema/shop-item.js';
import { pageOf } from '../../answered.js';
import { type Html, html } from '../../html.js';
import type { ShopVisit } from '../shop-visit.js';
import { itemUrl } from './item-links.js';

/** Items per request, and requests for one page while too few items match. */
const PER_READ = 100;
const MAX_READS = 20;
/** Matches from which no more are read for a page. */
const ENOUGH = 25;

const FILTERS = ['active', 'withdrawn', 'out_of_stock'] as const;
type Filter = (typeof FILTERS)[number];

interface Choice {
  readonly query: string;
  readonly filter: Filter | undefined;
  readonly cursor: string | undefined;
}

function readChoice(params: URLSearchParams): Choice {
  return {
    query: params.get('query')?.trim().slice(0, 200) ?? '',
    filter: FILTERS.find((one) => one === params.get('filter')),
    cursor: params.get('cursor') ?? undefined,
  };
}

/** Renders a page of the shop's items, filtered by the query of the URL. */
export async function itemsPage(visit: ShopVisit, params: URLSearchParams): Promise<Html> {
  const { desk, desk_work, desk_shop } = visit.locale.texts;
  const choice = readChoice(params);
  const { items, next } = await findItems(visit, choice);
  return html`<h1>${desk.items}</h1>
${params.has('imported') && html`<p class="note" role="status">${desk_shop.import.imported}</p>`}
<form method="get" action="items" role="search" class="search"><div class="field"><label for="query">${desk_work.items.search}</label>
<input id="query" name="query" type="search" maxlength="200" value="${choice.query}"></div>${choice.filter && html`<input type="hidden" name="filter" value="${choice.filter}">`}
<button class="primary">${desk.find}</button></form>
${filtersPart(visit, choice)}
<p class="paging"><a href="items/new">${desk_work.items.add}</a><a href="import">${desk_shop.import.title}</a><a href="discounts">${desk_shop.discounts.title}</a></p>
${items.length === 0 ? html`<p class="lead">${desk_work.items.none}</p>` : tablePart(visit, items)}
<p class="paging">${choice.cursor !== undefined && html`<a href="${linkTo({ ...choice, cursor: undefined })}">${desk.first}</a>`}
${next !== undefined && html`<a href="${linkTo({ ...choice, cursor: next })}" rel="next">${desk.next}</a>`}</p>`;
}

/** Reads items until enough match. A page may be short if few do; the next one continues after it. */
async function findItems(
  { call, shopId }: ShopVisit,
  choice: Choice,
): Promise<{ readonly items: readonly ShopItemAnswer[]; readonly next: string | undefined }> {
  const words = choice.query.toLowerCase().split(/\s+/);
  const items: ShopItemAnswer[] = [];
  let next = choice.cursor;
  for (let read = 0; read < MAX_READS && items.length < ENOUGH; read += 1) {
    const args = { shop_id: shopId, limit: PER_READ, ...(next !== undefined && { cursor: next }) };
    const answer: AnyAnswer = await call(listShopItems, args);
    const page = pageOf<ShopItemAnswer>(answer, 'fulfillment_types');
    items.push(...page.rows.filter((item) => matches(item, words) && isIn(item, choice.filter)));
    next = page.next;
    if (next === undefined) break;
  }
  return { items, next };
}

function matches({ id, title, sku, gtin, brand, categories }: ShopItemAnswer, words: readonly string[]): boolean {
  const text = [id, title, sku, gtin, brand, ...categories].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function isIn({ status, stock }: ShopItemAnswer, filter: Filter | undefined): boolean {
  if (filter === 'out_of_stock') return status === 'active' && stock !== null && stock <= 0;
  return filter === undefined || status === filter;
}

function linkTo({ query, filter, cursor }: Choice): string {
  const entries = Object.entries({ query, filter, cursor }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  const text = new URLSearchParams(entries).toString();
  return text === '' ? 'items' : `items?${text}`;
}

function filtersPart({ locale }: ShopVisit, choice: Choice): Html {
  const { desk, desk_work } = locale.texts;
  const link = (filter: Filter | undefined, text: string) =>
    html`<li><a href="${linkTo({ ...choice, filter, cursor: undefined })}"${filter === choice.filter && html` aria-current="true"`}>${text}</a></li>`;
  return html`<ul class="filters" aria-label="${desk.status}">${link(undefined, desk.all)}${FILTERS.map((one) => link(one, desk_work.items[one]))}</ul>`;
}

function tablePart(visit: ShopVisit, items: readonly ShopItemAnswer[]): Html {
  const { texts, tag } = visit.locale;
  const { members, items: words } = texts.desk_work;
  const { currency } = visit.face.shop.settings;
  return html`<table><thead><tr><th scope="col">${members.title}</th><th scope="col" class="number">${members.price}</th><th scope="col" class="number">${words.stock}</th><th scope="col">${texts.desk.status}</th></tr></thead>
<tbody>${items.map(
    (item) => html`
<tr><td><a href="${itemUrl(visit, item.id)}">${item.title}</a><br><small>${item.id}${item.options.map(({ value }) => html` · ${value}`)}</small></td>
<td class="number">${displayAmount(item.price, currency, tag)}</td><td class="number">${item.stock ?? '–'}</td><td>${words[item.status]}</td></tr>`,
  )}</tbody></table>`;
}
