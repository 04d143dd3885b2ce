import { faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import { findLocale } from '../../texts/locale.js';
import type { RenderedPage } from '../cached-pages.js';
import { html } from '../html.js';
import { shopPage } from '../shop/shop-page.js';
import { accountPath } from '../sign-in/return-path.js';

interface Connected {
  readonly shop: Shop;
  readonly acceptLanguage: string | undefined;
  readonly clientName: string;
  /** True if the grant is in the account of a person. */
  readonly isInAccount: boolean;
  /** Address at which the person can end the grant. */
  readonly manageUrl: string;
  /** Address that gives the code to the client. */
  readonly continueUrl: string;
}

/** Renders the page after the consent. It shows the only address at which a person without an account ends the grant. */
export function connectedPage(connected: Connected): RenderedPage {
  const { shop, acceptLanguage, clientName, isInAccount, manageUrl, continueUrl } = connected;
  const locale = findLocale(acceptLanguage, shop.settings.language);
  const { grant: texts, account } = locale.texts;
  const body = html`<h1>${texts.connected(clientName)}</h1>
<p>${texts.keep}</p>
<p class="note"><a href="${manageUrl}" target="_blank" rel="noreferrer">${manageUrl}</a></p>
${isInAccount && html`<p><a href="../${accountPath(shop.id)}" target="_blank" rel="noreferrer">${account.open}</a></p>`}
<p><a class="button" href="${continueUrl}" rel="noreferrer">${texts.go_on(clientName)}</a></p>`;
  const shown = { locale, place: { root: '..', self: 'authorize' }, face: faceOf(shop) };
  return shopPage(shown, { title: texts.connected(clientName), body });
}
