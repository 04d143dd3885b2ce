import { faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Grant } from '../../domain/tenant/grant.js';
import { grantedScopes } from '../../domain/tenant/linked-scopes.js';
import { type ApiKey, keyStatus } from '../../domain/tenant/tenant.js';
import type { OrderSummary } from '../../schema/order.js';
import { findLocale } from '../../texts/locale.js';
import { isoTime } from '../../view/format.js';
import type { RenderedPage } from '../cached-pages.js';
import { html } from '../html.js';
import { shopPage } from '../shop/shop-page.js';
import { dayText, limitsPart, orderItems } from './grant-parts.js';
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
  const place = { shop, locale };
  const isLive = keyStatus(key, now) === 'live';
  const body = html`<h1>${texts.manage(grant.client_name)}</h1>
<p class="lead">${isLive ? texts.until(dayText(isoTime(view.grant.ends_at), place)) : texts.ended}</p>
${isLive && html`<h2>${texts.may}</h2>${scopesPart(grantedScopes(key), locale)}<h2>${texts.limits}</h2>${limitsPart({ limits: key.limits, spent: view.spent }, locale)}`}
<h2>${texts.orders}</h2>
${view.orders.length === 0 ? html`<p>${texts.no_orders}</p>` : orderItems(place, view.orders)}
${isLive && html`<form method="post" action="${token}/end"><p><button class="quiet">${texts.end}</button></p></form>`}`;
  const shown = { locale, place: { root: '..', self: token }, face: faceOf(shop) };
  return shopPage(shown, { title: texts.manage(grant.client_name), body });
}
