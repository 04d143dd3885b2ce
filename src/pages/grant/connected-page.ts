import { faceOf } from '../../domain/shop/face.js';
import type { Shop } from '../../domain/shop/shop.js';
import { findLocale } from '../../texts/locale.js';
import type { RenderedPage } from '../cached-pages.js';
import { html } from '../html.js';
import { shopPage } from '../shop/shop-page.js';

interface Connected {
  readonly shop: Shop;
  readonly acceptLanguage: string | undefined;
  readonly clientName: string;
  /** Address at which the person can end the grant. */
  readonly manageUrl: string;
  /** Address that gives the code to the client. */
  readonly continueUrl: string;
}

/** Renders the page after the consent. It shows the only address at which a person without an account ends the grant. */
export function connectedPage({ shop, acceptLanguage, clientName, manageUrl, continueUrl }: Connected): RenderedPage {
  const locale = findLocale(acceptLanguage, shop.settings.language);
  const { grant: texts } = locale.texts;
  const body = html`<h1>${texts.connected(clientName)}</h1>
<p>${texts.keep}</p>
<p class="note"><a href="${manageUrl}" target="_blank" rel="noreferrer">${manageUrl}</a></p>
<p><a class="button" href="${continueUrl}" rel="noreferrer">${texts.go_on(clientName)}</a></p>`;
  const shown = { locale, place: { root: '..', self: 'authorize' }, face: faceOf(shop) };
  return shopPage(shown, { title: texts.connected(clientName), body });
}
