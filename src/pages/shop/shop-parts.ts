import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';
import { addressLines } from './address.js';
import type { Face } from './face.js';

/** Whom to ask about an order. */
export function contactPart({ brand }: Face, { texts }: Locale): Html | false {
  const { support_email, support_phone } = brand;
  if (support_email === undefined && support_phone === undefined) return false;
  return html`<p class="help">${texts.shop.help} ${
    support_email !== undefined && html`<a href="mailto:${support_email}">${support_email}</a>`
  } ${support_phone !== undefined && html`<a href="tel:${support_phone.replaceAll(/[^+\d]/g, '')}">${support_phone}</a>`}</p>`;
}

/** Who the merchant is by law. */
export function imprintPart({ brand }: Face, locale: Locale): Html | false {
  const { name, address, tax_number } = brand.imprint ?? {};
  const tax = tax_number !== undefined && `${locale.texts.shop.tax_number}: ${tax_number}`;
  const parts = [name, ...(address ? addressLines(address, locale.tag) : []), tax].filter((part) => part);
  return parts.length > 0 && html`<p class="imprint">${parts.join(' · ')}</p>`;
}
