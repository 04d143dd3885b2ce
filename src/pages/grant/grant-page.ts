import { faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Grant } from '../../domain/tenant/grant.js';
import { LIMIT_NAMES, leftToSpend } from '../../domain/tenant/limits.js';
import { type ApiKey, keyStatus } from '../../domain/tenant/tenant.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderSummary } from '../../schema/order.js';
import { dateText } from '../../texts/dates.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import { isoTime } from '../../view/format.js';
import type { RenderedPage } from '../cached-pages.js';
import { type Html, html } from '../html.js';
import { shopPage } from '../shop/shop-page.js';
import { scopesPart } from './scopes-part.js';

interface GrantView {
  readonly key: ApiKey;
  readonly grant: Grant;
  readonly shop: Shop;
  /** Amount that counts toward the limits now. Minor units. */
  readonly spent: number;
  readonly orders: readonly OrderSummary[];
  readonly token: string;
  readonly now: number;
  readonly acceptLanguage: string | undefined;
}

/** Renders a person's page of a grant: what the assistant may do, what it bought, and the button that ends it. */
export function grantPage(view: GrantView): RenderedPage {
  const { key, grant, shop, token, now } = view;
  const locale = findLocale(view.acceptLanguage, shop.settings.language);
  const { grant: texts } = locale.texts;
  const isLive = keyStatus(key, now) === 'live';
  const body = html`<h1>${texts.manage(grant.client_name)}</h1>
<p class="lead">${isLive ? texts.until(dayText(isoTime(view.grant.ends_at), shop, locale)) : texts.ended}</p>
${isLive && html`<h2>${texts.may}</h2>${scopesPart(key.scopes, locale)}<h2>${texts.limits}</h2>${limitsPart(view, locale)}`}
<h2>${texts.orders}</h2>
${ordersPart(view, locale)}
${isLive && html`<form method="post" action="${token}/end"><p><button class="quiet">${texts.end}</button></p></form>`}`;
  const shown = { locale, place: { root: '..', self: token }, face: faceOf(shop) };
  return shopPage(shown, { title: texts.manage(grant.client_name), body });
}

function limitsPart({ key: { limits }, spent }: GrantView, { texts: { grant }, tag }: Locale): Html {
  if (!limits) return html`<p>${grant.no_limits}</p>`;
  const money = (amount: number) => displayAmount(amount, limits.currency, tag);
  const left = leftToSpend({ limits, spent });
  const rows = LIMIT_NAMES.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined ? [] : [html`<li>${grant[name]}: ${money(limit)}</li>`];
  });
  return html`<ul class="bullets">${rows}</ul>
${left !== undefined && html`<p class="hint">${grant.left(money(left), money(limits.per_30_days ?? 0))}</p>`}`;
}

function ordersPart({ orders, shop }: GrantView, locale: Locale): Html {
  if (orders.length === 0) return html`<p>${locale.texts.grant.no_orders}</p>`;
  return html`<ul class="bullets">${orders.map(
    ({ permalink_url, display_id, created_at, total, currency }) =>
      html`<li><a href="${permalink_url}">${locale.texts.order.title(display_id)}</a> · ${dayText(created_at, shop, locale)} · ${displayAmount(total, currency, locale.tag)}</li>`,
  )}</ul>`;
}

function dayText(time: string, shop: Shop, { tag }: Locale): string {
  return dateText(time, 'day', tag, shop.settings.time_zone);
}
