import type { LimitName } from '../../domain/tenant/limits.js';
import { grantedScopes } from '../../domain/tenant/linked-scopes.js';
import { isoTime } from '../../view/format.js';
import { categoryFields } from '../grant/category-fields.js';
import { dayText, limitsPart, orderItems } from '../grant/grant-parts.js';
import { limitFields, storedLimits, type TypedLimits } from '../grant/limits-form.js';
import { scopesPart } from '../grant/scopes-part.js';
import { type Html, html } from '../html.js';
import type { AccountVisit } from './account-visit.js';
import type { OwnGrant } from './own-grants.js';

/** A rejected form with limits. */
export interface RejectedLimits {
  readonly grantId: string;
  readonly typed: TypedLimits;
  readonly wrong: readonly LimitName[];
  /** Checked categories. */
  readonly chosen: readonly string[];
}

/** Renders a grant on the person's page: what the assistant may do, what it bought, its limits, and how to end it. */
export function grantCard(
  visit: AccountVisit,
  own: OwnGrant,
  categories: readonly string[],
  rejected: RejectedLimits | undefined,
): Html {
  const { locale, tokenField, home } = visit;
  const { key, isLive, orders } = own;
  const { grant: texts, account } = locale.texts;
  const { id, grant } = key;
  const until = isLive ? texts.until(dayText(isoTime(grant.ends_at), visit)) : texts.ended;
  return html`<section class="card" aria-labelledby="${id}" data-grant="${id}">
<h3 id="${id}">${grant.client_name}${!isLive && html` <small>(${account.ended})</small>`}</h3>
<p class="hint">${grant.client_host} · ${until}</p>
${isLive && html`${scopesPart(grantedScopes(key), locale)}${sharesPart(visit, own)}${limitsPart({ limits: own.key.limits, spent: own.spent }, locale)}`}
${orders.length === 0 ? html`<p>${texts.no_orders}</p>` : html`<p>${texts.orders}</p>${orderItems(visit, orders)}`}
${isLive && limitsForm(visit, own, categories, rejected)}
${isLive && html`<form method="post" action="${home}/grants/${id}/end">${tokenField()}<p><button class="quiet">${texts.end}</button></p></form>`}
</section>`;
}

function sharesPart({ locale: { texts } }: AccountVisit, { key: { grant } }: OwnGrant): Html | false {
  const labels = { contact: texts.account.share_contact, address: texts.account.share_address };
  const { shares = [] } = grant;
  return shares.length > 0 && html`<p>${texts.account.share}: ${shares.map((part) => labels[part]).join(', ')}</p>`;
}

function limitsForm(
  visit: AccountVisit,
  { key }: OwnGrant,
  offered: readonly string[],
  rejected: RejectedLimits | undefined,
): Html {
  const { locale, tokenField, shop, home } = visit;
  const { account, grant } = locale.texts;
  const { currency, grant_ceilings: ceilings } = shop.settings;
  const own = rejected?.grantId === key.id ? rejected : undefined;
  const typed = own?.typed ?? storedLimits(key.limits);
  const chosen = own?.chosen ?? key.limits?.categories ?? [];
  const fields = limitFields({ typed, wrong: own?.wrong ?? [], currency, ceilings, idPrefix: `${key.id}-` }, locale);
  return html`<details${own && html` open`}><summary>${account.change_limits}</summary>
<p class="hint">${grant.limits_help}</p>
<form method="post" action="${home}/grants/${key.id}/limits">${tokenField()}
<div class="fields">${fields}</div>
${categoryFields({ offered, chosen }, locale)}
<p><button class="primary">${account.save_limits}</button></p></form></details>`;
}
