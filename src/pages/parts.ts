import { lineTitle } from '../domain/shop/item-title.js';
import type { CheckoutF } from '../schema/checkout.js';
import { countryName } from './fields.js';
import { type Html, html } from './html.js';

/** Pieces that the checkout and the order page share. */

type Total = CheckoutF['totals'][number];

interface ShownLine {
  readonly item: { readonly title: string; readonly image_url?: string | undefined };
  readonly options?: readonly { readonly value: string }[] | undefined;
  readonly units: number;
  readonly properties: readonly { readonly name: string; readonly value: string }[];
  readonly totals: readonly Total[];
  readonly note?: string;
}

export function linesPart(lines: readonly ShownLine[]): Html {
  if (lines.length === 0) return html`<p>There is nothing in the cart.</p>`;
  return html`<ul class="lines">${lines.map(
    (line) => html`
<li>${line.item.image_url !== undefined && html`<img src="${line.item.image_url}" alt="" width="64" height="64">`}
<div class="what"><strong>${lineTitle(line)}</strong>${line.units > 1 && html` &times; ${line.units}`}
${line.properties.map(({ name, value }) => html`<br><small>${name}: ${value}</small>`)}
${line.note !== undefined && html`<br><small>${line.note}</small>`}</div>
<div class="price">${line.totals.find((total) => total.type === 'total')?.display_text}</div></li>`,
  )}</ul>`;
}

/** A day in the shop's time zone. */
export function dateIn(time: string, timeZone: string): Html {
  const text = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(new Date(time));
  return html`<time datetime="${time}">${text}</time>`;
}

/** An address; lines that are not set are left out. */
export function addressPart(address: Readonly<Record<string, unknown>>): Html {
  const text = (name: string) => {
    const value = address[name];
    return typeof value === 'string' ? value : '';
  };
  const lines = [
    text('name') || [text('first_name'), text('last_name')].join(' '),
    text('street_address'),
    text('extended_address'),
    [text('address_locality'), text('address_region'), text('postal_code')].filter((part) => part !== '').join(', '),
    countryName(text('address_country')),
  ].filter((line) => line.trim() !== '');
  return html`<address>${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</address>`;
}
