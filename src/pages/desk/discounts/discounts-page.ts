import { displayAmount } from '../../../domain/values/display.js';
import { formatPercentage } from '../../../domain/values/percentage-text.js';
import { listDiscounts } from '../../../operations/shop/list-discounts.js';
import type { DiscountAnswer } from '../../../schema/discount.js';
import { pageOf } from '../../answered.js';
import { type Html, html } from '../../html.js';
import { timePart } from '../../parts.js';
import type { ShopVisit } from '../shop-visit.js';
import { isOver } from './discount-form.js';
import { discountUrl } from './links.js';

const PER_PAGE = 50;

/**
 * Renders the discounts of the shop.
 * @param now milliseconds since the epoch
 * @throws PortalError `forbidden`, `invalid_cursor`
 */
export async function discountsPage(visit: ShopVisit, params: URLSearchParams, now: number): Promise<Html> {
  const { desk, desk_shop } = visit.locale.texts;
  const { discounts: texts } = desk_shop;
  const cursor = params.get('cursor');
  const args = { shop_id: visit.shopId, limit: PER_PAGE, ...(cursor !== null && { cursor }) };
  const { rows, next } = pageOf<DiscountAnswer>(await visit.call(listDiscounts, args), 'kind');
  return html`<h1>${texts.title}</h1>
${params.has('saved') && html`<p class="note" role="status">${desk.saved}</p>`}
<p class="paging"><a href="${discountUrl(visit)}">${texts.add}</a></p>
${rows.length === 0 ? html`<p class="lead">${texts.none}</p>` : tablePart(visit, rows, now)}
${next !== undefined && html`<p class="paging"><a href="?cursor=${encodeURIComponent(next)}" rel="next">${desk.next}</a></p>`}`;
}

function tablePart(visit: ShopVisit, discounts: readonly DiscountAnswer[], now: number): Html {
  const { texts } = visit.locale;
  const { discounts: words } = texts.desk_shop;
  return html`<table><thead><tr><th scope="col">${words.members.code}</th><th scope="col">${words.value}</th><th scope="col">${texts.desk.status}</th><th scope="col" class="number">${words.uses_left}</th></tr></thead>
<tbody>${discounts.map(
    (one) => html`
<tr><td><a href="${discountUrl(visit, one.code)}">${one.code}</a><br><small>${one.title}</small></td><td>${valueText(visit, one)}</td>
<td>${words.statuses[statusOf(one, now)]}${periodPart(visit, one)}</td><td class="number">${one.uses_left ?? '–'}</td></tr>`,
  )}</tbody></table>`;
}

function valueText({ locale, face }: ShopVisit, { kind, value_ppm = 0, amount = 0 }: DiscountAnswer): string {
  if (kind === 'percent') return `${formatPercentage(value_ppm)} %`;
  if (kind === 'fixed') return displayAmount(amount, face.shop.settings.currency, locale.tag);
  return locale.texts.desk_shop.discounts.members.free_shipping;
}

function statusOf(discount: DiscountAnswer, now: number): 'planned' | 'active' | 'ended' {
  const { starts_at, uses_left } = discount;
  if (isOver(discount, now) || uses_left === 0) return 'ended';
  return starts_at !== undefined && now < Date.parse(starts_at) ? 'planned' : 'active';
}

function periodPart({ locale, face }: ShopVisit, { starts_at, ends_at }: DiscountAnswer): Html | false {
  if (starts_at === undefined && ends_at === undefined) return false;
  const part = (time: string | undefined) =>
    time !== undefined && timePart(time, 'zonedMoment', locale.tag, face.shop.settings.time_zone);
  return html`<br><small>${part(starts_at)} – ${part(ends_at)}</small>`;
}
