import { faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { ClientKind } from '../../domain/tenant/grant.js';
import type { LimitName } from '../../domain/tenant/limits.js';
import type { ProfilePart } from '../../domain/values/profile-part.js';
import { findLocale, type Locale } from '../../texts/locale.js';
import type { RenderedPage } from '../cached-pages.js';
import { type Html, html } from '../html.js';
import { problemPart } from '../problems.js';
import { type Shown, shopPage } from '../shop/shop-page.js';
import { accountPath, signInPath } from '../sign-in/return-path.js';
import { type CategoryChoice, categoryFields } from './category-fields.js';
import { limitFields } from './limits-form.js';
import { scopesPart } from './scopes-part.js';

/** Contents of the page on which a person allows an assistant to shop. */
export interface ConsentView {
  readonly shop: Shop;
  readonly acceptLanguage: string | undefined;
  readonly client: { readonly name: string; readonly kind: Exclude<ClientKind, 'outside'>; readonly host: string };
  /** Host to which the browser returns; `undefined` for a program on this computer. */
  readonly returnsTo: string | undefined;
  readonly scopes: readonly string[];
  /** Query of the request, to which the form posts. */
  readonly query: string;
  readonly ticket: string;
  readonly typed: Readonly<Record<LimitName | 'days', string>>;
  readonly categories: CategoryChoice;
  readonly durations: readonly number[];
  /** Fields that are not valid. */
  readonly wrong: readonly LimitName[];
  readonly hasExpired: boolean;
  /** Address of the person who is signed in; `undefined` if nobody is. */
  readonly email: string | undefined;
  /** Parts of the person's profile that can be shared; empty if nobody is signed in. */
  readonly shareable: readonly ProfilePart[];
  /** Parts that are checked. */
  readonly shared: readonly ProfilePart[];
  /** Source to which the answer may redirect, for the content security policy. */
  readonly formTarget: string;
}

/** Renders the consent page. It works without scripts, and no page of others can show it in a frame. */
export function consentPage(view: ConsentView): RenderedPage {
  const { shop, client, wrong, hasExpired, typed } = view;
  const locale = findLocale(view.acceptLanguage, shop.settings.language);
  const { grant: texts } = locale.texts;
  const { currency } = shop.settings;
  const face = faceOf(shop);
  const shown: Shown = { locale, place: { root: '..', self: 'authorize' }, face };
  const problem = hasExpired ? texts.expired : texts.amount(currency);
  const body = html`<h1>${texts.title(client.name)}</h1>
<p class="lead">${texts.lead(client.name, face.name)}</p>
${(hasExpired || wrong.length > 0) && problemPart(problem)}
${identityPart(view, locale)}
${personPart(view, locale)}
<h2>${texts.may}</h2>
${scopesPart(view.scopes, locale)}
<form method="post" action="authorize?${view.query}">
<input type="hidden" name="ticket" value="${view.ticket}">
<h2>${texts.limits}</h2>
<p class="hint">${texts.limits_help}</p>
<div class="fields">${limitFields({ typed, wrong, currency, ceilings: shop.settings.grant_ceilings }, locale)}
<div class="field"><label for="days">${texts.duration}</label>
<select id="days" name="days">${view.durations.map((days) => html`<option value="${days}"${String(days) === typed.days && html` selected`}>${texts.days(days)}`)}</select></div></div>
${categoryFields(view.categories, locale)}
${sharePart(view, locale)}
<p><button class="primary" name="decision" value="allow">${texts.allow}</button></p>
<p><button class="quiet" name="decision" value="deny" formnovalidate>${texts.deny}</button></p>
</form>`;
  return shopPage(shown, { title: texts.title(client.name), body, formTarget: view.formTarget });
}

/** Renders who is signed in, or the link to sign in, which is optional. */
function personPart({ email, shop, query }: ConsentView, { texts: { account } }: Locale): Html {
  if (email !== undefined) return html`<p class="note">${account.signed_in(email)}</p>`;
  const path = signInPath({ shopId: shop.id, returnTo: `oauth/authorize?${query}` });
  return html`<p class="note">${account.sign_in_why} <a href="../${path}">${account.sign_in}</a></p>`;
}

/** Renders a box for each part of the profile. Only the person's own earlier choice is checked. */
function sharePart({ shareable, shared, shop }: ConsentView, { texts: { account } }: Locale): Html | false {
  if (shareable.length === 0) return false;
  const labels = { contact: account.share_contact, address: account.share_address };
  return html`<fieldset><legend><h2>${account.share}</h2></legend>
<p class="hint">${account.share_text} <a href="../${accountPath(shop.id)}" target="_blank" rel="noreferrer">${account.open}</a></p>
<div class="choices">${shareable.map((part) => html`<label class="choice"><input type="checkbox" name="share_${part}" value="1"${shared.includes(part) && html` checked`}><span class="what">${labels[part]}</span></label>`)}</div></fieldset>`;
}

function identityPart({ client: { kind, host }, returnsTo }: ConsentView, { texts: { grant } }: Locale): Html {
  const known = { metadata: grant.metadata(host), registered: grant.registered, predefined: grant.predefined }[kind];
  const back = returnsTo === undefined ? grant.returns_here : grant.returns_to(returnsTo);
  return html`<p class="note" data-client="${kind}">${known}</p>
<p class="hint">${back}</p>`;
}
