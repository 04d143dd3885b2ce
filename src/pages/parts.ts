import { initialOf } from '../domain/shop/brand.js';
import { lineTitle } from '../domain/shop/item-title.js';
import { type DateForm, dateText } from '../texts/dates.js';
import { type Html, html } from './html.js';
import { addressLines } from './shop/address.js';

/** Pieces that the checkout and the order page share. */

interface ShownLine {
  readonly item: { readonly title: string; readonly image_url?: string | undefined };
  readonly options?: readonly { readonly value: string }[] | undefined;
}

/** The picture of a line; where there is none, or it does not load, a letter stands in for it (style.css). */
export function picturePart(line: ShownLine): Html {
  const { image_url } = line.item;
  const letter = initialOf(lineTitle(line));
  return html`<span class="picture" data-letter="${letter}" aria-hidden="true">${
    image_url !== undefined && html`<img src="${image_url}" alt="" data-letter="${letter}">`
  }</span>`;
}

/** An instant. Times of a day are written in the shop's time zone; the page's script writes them in the reader's. */
export function timePart(time: string, form: DateForm, tag: string, timeZone: string): Html {
  return html`<time datetime="${time}"${form === 'zonedMoment' && html` data-local`}>${dateText(time, form, tag, timeZone)}</time>`;
}

/** An address in the form of its country. */
export function addressPart(address: Parameters<typeof addressLines>[0], tag: string): Html {
  return html`<address>${addressLines(address, tag).map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</address>`;
}
