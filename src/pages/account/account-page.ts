import type { Order } from '../../domain/order/order.js';
import type { Profile } from '../../domain/person/profile.js';
import { summaryEntries } from '../../operations/order/order-entries.js';
import type { Links } from '../../view/links.js';
import { orderItems } from '../grant/grant-parts.js';
import { type Html, html } from '../html.js';
import { problemPart } from '../problems.js';
import { passkeysPath } from '../sign-in/return-path.js';
import type { AccountVisit } from './account-visit.js';
import { dataPart } from './data-part.js';
import { grantCard, type RejectedLimits } from './grant-card.js';
import type { OwnGrant } from './own-grants.js';
import { profilePart, type RejectedProfile } from './profile-part.js';

interface AccountContent {
  readonly grants: readonly OwnGrant[];
  readonly orders: readonly Order[];
  readonly links: Links;
  readonly profile: Profile | undefined;
  /** Categories of the shop, to which a grant can be limited. */
  readonly categories: readonly string[];
}

/** Result of a form, shown at the top of the page. */
export interface Notice {
  /** Reason for which the form was rejected. */
  readonly problem?: string;
  readonly rejected?: RejectedLimits;
  readonly rejectedProfile?: RejectedProfile;
  /** True after a change. */
  readonly isSaved?: boolean;
}

/** Renders a person's page in a shop: their assistants, orders and data. It works without scripts. */
export function accountBody(visit: AccountVisit, content: AccountContent, notice: Notice): Html {
  const { account } = visit.locale.texts;
  const { problem, rejected, rejectedProfile, isSaved } = notice;
  return html`<h1>${account.title}</h1>
${whoPart(visit)}
${problem !== undefined && problemPart(problem)}
${isSaved && html`<p class="note" role="status">${account.saved}</p>`}
<h2>${account.assistants}</h2>
${content.grants.length === 0 && html`<p>${account.no_assistants}</p>`}
${content.grants.map((own) => grantCard(visit, own, content.categories, rejected))}
<h2>${account.orders}</h2>
${ordersPart(visit, content)}
${profilePart(visit, content.profile, rejectedProfile)}
${dataPart(visit)}`;
}

function whoPart({ locale: { texts }, person, tokenField, home, root, shop }: AccountVisit): Html {
  const { account } = texts;
  return html`<p class="lead">${account.signed_in(person.email)}</p>
<p><a href="${root}/${passkeysPath(shop.id)}">${texts.sign_in.passkeys}</a></p>
<form method="post" class="tools">${tokenField()}<button class="quiet" formaction="${home}/sign-out">${account.sign_out}</button> <button class="quiet" formaction="${home}/sign-out-everywhere">${account.sign_out_everywhere}</button></form>`;
}

function ordersPart(visit: AccountVisit, { orders, links }: AccountContent): Html {
  if (orders.length === 0) return html`<p>${visit.locale.texts.account.no_orders}</p>`;
  return orderItems(visit, orders.map(summaryEntries(visit.shop, links).view));
}
