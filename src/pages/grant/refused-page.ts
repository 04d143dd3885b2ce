import { findLocale } from '../../texts/locale.js';
import type { RenderedPage } from '../cached-pages.js';
import { html } from '../html.js';
import { shopPage } from '../shop/shop-page.js';

/**
 * Renders the page for a request whose redirect URI cannot be trusted. The reason is for the developer of the client,
 * so it is in English.
 */
export function refusedPage(acceptLanguage: string | undefined, reason: string): RenderedPage {
  const locale = findLocale(acceptLanguage, 'en');
  const { grant: texts } = locale.texts;
  const body = html`<h1>${texts.refused}</h1>
<p class="lead">${texts.refused_text}</p>
<p class="hint" lang="en">${reason}</p>`;
  return shopPage({ locale, place: { root: '..', self: '' } }, { title: texts.refused, body });
}
