import type { Face } from '../../domain/shop/face.js';
import { labeled } from '../../texts/label.js';
import type { Locale } from '../../texts/locale.js';
import type { Texts } from '../../texts/texts.js';
import { type Html, html } from '../html.js';
import { addressLines } from './address.js';

/** Renders the contact for questions about an order. */
export function contactPart({ brand }: Face, { texts }: Locale): Html | false {
  const { support_email, support_phone } = brand;
  if (support_email === undefined && support_phone === undefined) return false;
  return html`<p class="help">${texts.shop.help} ${
    support_email !== undefined && html`<a href="mailto:${support_email}">${support_email}</a>`
  } ${support_phone !== undefined && html`<a href="tel:${support_phone.replaceAll(/[^+\d]/g, '')}">${support_phone}</a>`}</p>`;
}

/** Renders the legal identity of the merchant. */
export function imprintPart({ brand }: Face, locale: Locale): Html | false {
  const { name, address, tax_number } = brand.imprint ?? {};
  const tax = tax_number !== undefined && labeled(locale.texts.shop.tax_number, tax_number, locale.tag);
  const parts = [name, ...(address ? addressLines(address, locale.tag) : []), tax].filter((part) => part);
  return parts.length > 0 && html`<p class="imprint">${parts.join(' · ')}</p>`;
}

/** A link to one of the merchant's pages. */
export interface PageLink {
  readonly type: string;
  readonly url: string;
  readonly title?: string | undefined;
}

/** Renders links. They open in a new tab, so that entries on the page are not lost. */
export function linksPart(links: readonly PageLink[], { texts }: Locale): Html | false {
  const { new_tab } = texts.shop;
  return (
    links.length > 0 &&
    html`<p class="links">${links.map((one) => html`<a href="${one.url}" target="_blank" rel="noopener">${linkName(one, texts)}<span class="vh"> (${new_tab})</span></a> `)}</p>`
  );
}

/** Returns the title of a link, which defaults to the name of its type in the reader's language. */
export function linkName({ type, title }: Omit<PageLink, 'url'>, { shop: { links } }: Texts): string {
  return title ?? Object.entries(links).find(([known]) => known === type)?.[1] ?? type.replaceAll('_', ' ');
}
