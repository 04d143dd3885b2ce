import { LIMIT_NAMES } from '../../../domain/tenant/limits.js';
import { displayAmount } from '../../../domain/values/display.js';
import type { ShopGrantAnswer } from '../../../schema/grant.js';
import { type Html, html } from '../../html.js';
import { orderUrl } from '../links.js';
import type { ShopVisit } from '../shop-visit.js';
import { actionForm } from './form-parts.js';
import { momentPart } from './people-parts.js';

/** Renders the grant of a person to an assistant: its limits, what it spent, its orders, and how to end it. */
export function grantPart(visit: ShopVisit, grant: ShopGrantAnswer): Html {
  const { access } = visit.locale.texts.desk;
  const { id, client_name, client_host, client_kind, status, created_at, ends_at, last_used_at, email } = grant;
  const checked = client_kind === 'registered' && html` · ${access.unchecked}`;
  return html`<strong>${client_name}</strong> <small>${client_host}${checked}</small> <span class="badge">${access.statuses[status]}</span>
<br><small>${access.buyer}: ${email ?? id} · ${access.since} ${momentPart(visit, created_at)} · ${access.last_used}: ${
    last_used_at === null ? access.never : momentPart(visit, last_used_at)
  } · ${access.until} ${momentPart(visit, grant.revoked_at ?? ends_at)}</small>
<br><small>${limitTexts(visit, grant).join(' · ')}</small>
${ordersPart(visit, grant)}
${status === 'live' && actionForm(visit, 'end_grant', { grant_id: id })}`;
}

function limitTexts({ locale: { texts, tag } }: ShopVisit, { limits, spent_30_days }: ShopGrantAnswer): string[] {
  if (!limits) return [texts.grant.no_limits];
  const money = (amount: number) => displayAmount(amount, limits.currency, tag);
  const named = LIMIT_NAMES.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined ? [] : [`${texts.grant[name]}: ${money(limit)}`];
  });
  const only = limits.categories ? [`${texts.grant.only_categories}: ${limits.categories.join(', ')}`] : [];
  return [...named, ...only, `${texts.desk.access.spent}: ${money(spent_30_days ?? 0)}`];
}

function ordersPart(visit: ShopVisit, { orders }: ShopGrantAnswer): Html | false {
  const { texts, tag } = visit.locale;
  if (!orders) return false;
  if (orders.length === 0) return html`<p>${texts.grant.no_orders}</p>`;
  return html`<p>${texts.grant.orders}:</p><ul class="bullets">${orders.map(
    ({ id, display_id, total, currency }) =>
      html`<li><a href="${orderUrl(visit, id)}">${texts.order.title(display_id)}</a> · ${displayAmount(total, currency, tag)}</li>`,
  )}</ul>`;
}
