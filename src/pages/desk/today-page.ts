import type { Item } from '../../domain/shop/item.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position, Store } from '../../ports.js';
import { type Html, html } from '../html.js';
import { DESK_PAGES, DESK_READS } from './desk-operations.js';
import { abandonedCartsUrl } from './links.js';
import { ordersPart, readOrderPage } from './order-list.js';
import { requestedOrdersPart } from './requests-part.js';
import { salesPart } from './sales-part.js';
import type { ShopVisit } from './shop-visit.js';

/** Orders listed in each section; a link leads to the others. */
const SHOWN = 5;
/** Items examined for low stock, and entries listed. */
const MAX_EXAMINED = 2_000;
const MAX_LISTED = 20;
/** Age of failed deliveries that are still listed. Milliseconds. */
const DEAD_MS = 7 * 24 * 60 * 60 * 1000;

interface TodayDeps {
  readonly store: Pick<Store, 'list'>;
  readonly now: number;
}

/** Filters of `list_shop_orders` for the sections about orders. */
const SECTIONS = [
  { name: 'to_ship', filter: { status: 'processing' } },
  { name: 'held', filter: { status: 'on_hold' } },
  { name: 'payments', filter: { payment_status: 'pending' } },
  { name: 'disputes', filter: { payment_status: 'disputed' } },
] as const;

/** Renders what waits for the staff of a shop, as far as the role may see it. */
export async function todayPage(visit: ShopVisit, deps: TodayDeps): Promise<Html> {
  const { desk, desk_work } = visit.locale.texts;
  const parts = [
    ...(visit.may('orders:read') ? await Promise.all(SECTIONS.map((section) => sectionPart(visit, section))) : []),
    visit.may('orders:read') && (await requestedOrdersPart(visit)),
    visit.may('items') && (await lowStockPart(visit, deps)),
    visit.may('webhooks') && (await deadPart(visit, deps)),
  ].filter((part) => part !== false);
  return html`<h1>${desk.today}</h1>
${parts.length === 0 ? html`<p class="lead">${desk.nothing}</p>` : parts}
${visit.may('orders:read') && (await salesPart(visit, deps.now))}
${visit.may(DESK_PAGES.abandoned_carts.scope) && html`<p class="paging"><a href="${abandonedCartsUrl(visit)}">${desk_work.carts.title}</a></p>`}`;
}

async function sectionPart(visit: ShopVisit, { name, filter }: (typeof SECTIONS)[number]): Promise<Html | false> {
  const { call, shopId, root, locale } = visit;
  const { desk } = locale.texts;
  const { rows: orders, next: cursor } = readOrderPage(
    await call(DESK_READS.orders, { shop_id: shopId, limit: SHOWN, ...filter }),
  );
  if (orders.length === 0) return false;
  const more = `${root}/desk/${shopId}/orders?${new URLSearchParams(filter)}`;
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${desk[name]}</h2>
${ordersPart(visit, orders)}
${cursor !== undefined && html`<p><a href="${more}">${desk.all_of_them}</a></p>`}</section>`;
}

async function lowStockPart({ shopId, face, locale }: ShopVisit, { store }: TodayDeps): Promise<Html | false> {
  const threshold = face.shop.settings.mail?.low_stock;
  if (threshold === undefined) return false;
  const { desk, mail } = locale.texts;
  const found: { readonly item: Item; readonly stock: number }[] = [];
  let examined = 0;
  const read = (after: Position | undefined, limit: number) => store.list('items', { shop_id: shopId }, after, limit);
  for await (const items of eachPage(read)) {
    for (const { item, stock } of items)
      if (item.status === 'active' && stock !== null && stock < threshold) found.push({ item, stock });
    examined += items.length;
    if (found.length >= MAX_LISTED || examined >= MAX_EXAMINED) break;
  }
  if (found.length === 0) return false;
  return html`<section aria-labelledby="low_stock"><h2 id="low_stock">${desk.low_stock}</h2>
<ul class="plain">${found.slice(0, MAX_LISTED).map(({ item, stock }) => html`<li>${item.title} <small>${mail.low_stock.stock(stock)}</small></li>`)}</ul></section>`;
}

async function deadPart(
  { organizationId, shopId, locale }: ShopVisit,
  { store, now }: TodayDeps,
): Promise<Html | false> {
  const { entries: webhooks } = await store.list(
    'webhooks',
    { organization_id: organizationId },
    undefined,
    MAX_LISTED,
  );
  const own = webhooks.filter(({ shop_id }) => shop_id === null || shop_id === shopId);
  const dead = await Promise.all(
    own.map(async ({ id, url }) => {
      const { entries } = await store.list('deliveries', { receiver: id, state: 'dead' }, undefined, 1);
      return entries.flatMap(({ created_at, type, outcome }) =>
        created_at > now - DEAD_MS ? [{ url, type, outcome: outcome ?? undefined }] : [],
      );
    }),
  );
  const failed = dead.flat();
  if (failed.length === 0) return false;
  return html`<section aria-labelledby="dead"><h2 id="dead">${locale.texts.desk.dead_deliveries}</h2>
<ul class="plain">${failed.map(({ url, type, outcome }) => html`<li>${url} <small>${type} · ${outcome}</small></li>`)}</ul></section>`;
}
