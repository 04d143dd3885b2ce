import { ABANDONED_AFTER_HOURS } from '../../domain/checkout/abandoned.js';
import { displayAmount } from '../../domain/values/display.js';
import { sum } from '../../domain/values/money.js';
import type { AbandonedCart } from '../../schema/abandoned-cart.js';
import { labeled } from '../../texts/label.js';
import { pageOf } from '../answered.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import { queryOf } from '../query.js';
import type { InShop } from './bulk-pages.js';
import { DESK_PAGES } from './desk-operations.js';
import { sendDeskPage } from './desk-page.js';
import { abandonedCartsUrl } from './links.js';
import type { PageRoutes } from './section-routes.js';
import type { ShopVisit } from './shop-visit.js';

const PER_PAGE = 25;

/** Periods that can be chosen for the last change of a cart, in days. */
const PERIODS = [1, 7, 30] as const;

interface Choice {
  readonly days: (typeof PERIODS)[number] | undefined;
  readonly cursor: string | undefined;
}

/** Adds the page about the carts that buyers left. */
export function addAbandonedCartsPage(router: PageRoutes, inShop: InShop): void {
  router.get('/desk/:shop_id/abandoned-carts', (request, response) =>
    inShop(request, response, async (visit) => {
      const params = queryOf(request);
      const body = await abandonedCartsPage(visit, {
        days: PERIODS.find((days) => String(days) === params.get('days')),
        cursor: params.get('cursor') ?? undefined,
      });
      const { title } = visit.locale.texts.desk_work.carts;
      sendDeskPage(response, 200, visit, { title, section: 'orders', body, hasSecret: true });
    }),
  );
}

/** Renders the abandoned carts of a shop, the latest change first. */
async function abandonedCartsPage(visit: ShopVisit, choice: Choice): Promise<Html> {
  const { call, shopId, locale } = visit;
  const { desk, desk_work } = locale.texts;
  const { days, cursor } = choice;
  const answer = await call(DESK_PAGES.abandoned_carts, {
    ...{ shop_id: shopId, limit: PER_PAGE },
    ...(days !== undefined && { max_idle_hours: days * 24 }),
    ...(cursor !== undefined && { cursor }),
  });
  const { rows: carts, next } = pageOf<AbandonedCart>(answer, 'subtotal');
  return html`<h1>${desk_work.carts.title}</h1>
<p class="lead">${desk_work.carts.lead(ABANDONED_AFTER_HOURS)}</p>
${periodsPart(visit, days)}
${carts.length === 0 ? html`<p class="lead">${desk_work.carts.none}</p>` : html`${valuePart(visit, carts)}${carts.map((cart) => cartPart(visit, cart))}`}
<p class="paging">${cursor !== undefined && html`<a href="${linkTo(visit, { days, cursor: undefined })}">${desk.first}</a>`}
${next !== undefined && html`<a href="${linkTo(visit, { days, cursor: next })}" rel="next">${desk.next}</a>`}</p>`;
}

function linkTo(visit: ShopVisit, { days, cursor }: Choice): string {
  const query = new URLSearchParams({ ...(days !== undefined && { days: String(days) }), ...(cursor && { cursor }) });
  return `${abandonedCartsUrl(visit)}${query.size > 0 ? `?${query}` : ''}`;
}

function periodsPart(visit: ShopVisit, chosen: Choice['days']): Html {
  const { desk, desk_work } = visit.locale.texts;
  const link = (days: Choice['days'], text: string) =>
    html`<li><a href="${linkTo(visit, { days, cursor: undefined })}"${days === chosen && html` aria-current="true"`}>${text}</a></li>`;
  return html`<ul class="filters" aria-label="${desk_work.carts.changed}">${link(undefined, desk.all)}
${PERIODS.map((days) => link(days, desk_work.carts.period(days)))}</ul>`;
}

function valuePart({ locale, face }: ShopVisit, carts: readonly AbandonedCart[]): Html {
  const value = sum(carts.map(({ subtotal }) => subtotal));
  const text = displayAmount(value, face.shop.settings.currency, locale.tag);
  return html`<p><strong>${locale.texts.desk_work.carts.value(text, carts.length)}</strong></p>`;
}

function cartPart({ locale, face }: ShopVisit, cart: AbandonedCart): Html {
  const { tag } = locale;
  const { carts, bulk } = locale.texts.desk_work;
  const { id, buyer_name, buyer_email, subtotal, currency, item_count, failed_payment, marketing_consent } = cart;
  const changed = timePart(cart.updated_at, 'zonedMoment', tag, face.shop.settings.time_zone);
  const buyer = [buyer_name, buyer_email].filter((text) => text !== undefined);
  return html`<div class="card" id="${id}"><p><strong>${buyer[0] ?? carts.unknown}</strong> ${displayAmount(subtotal, currency, tag)} · ${bulk.units(item_count)}</p>
<p><small>${buyer[1] !== undefined && html`${buyer[1]} · `}${carts.changed}: ${changed}</small></p>
<ul class="plain">${cart.line_items.map((line) => linePart(line, currency, tag))}</ul>
${failed_payment && html`<p class="note">${carts.failed[failed_payment]}</p>`}
${marketing_consent !== undefined && html`<p>${marketing_consent ? carts.consented : carts.refused}</p>`}
${cart.continue_url !== undefined && html`<p><a href="${cart.continue_url}" rel="noreferrer">${carts.link}</a></p>`}</div>`;
}

function linePart(
  { quantity, title, properties = [], total }: AbandonedCart['line_items'][number],
  currency: string,
  tag: string,
): Html {
  const chosen = properties.map(({ name, value }) => labeled(name, value, tag)).join(', ');
  return html`<li>${quantity} × ${title} ${chosen !== '' && html`<small>${chosen}</small> `}${displayAmount(total, currency, tag)}</li>`;
}
