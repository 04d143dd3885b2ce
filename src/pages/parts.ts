import { initialOf } from '../domain/shop/brand.js';
import { lineTitle } from '../domain/shop/item-title.js';
import { type DateForm, dateText } from '../texts/dates.js';
import { type Html, html } from './html.js';
import { addressLines } from './shop/address.js';

/** Parts shared by the checkout and order pages. */

interface ShownLine {
  readonly item: { readonly title: string; readonly image_url?: string | undefined };
  readonly options?: readonly { readonly value: string }[] | undefined;
}

/** Renders the picture of a line. A letter replaces a missing picture (style.css). */
export function picturePart(line: ShownLine): Html {
  const { image_url } = line.item;
  const letter = initialOf(lineTitle(line));
  return html`<span class="picture" data-letter="${letter}" aria-hidden="true">${
    image_url !== undefined && html`<img src="${image_url}" alt="" data-letter="${letter}">`
  }</span>`;
}

/**
 * Renders an instant in the shop's time zone. The page's script converts the form `zonedMoment` to the reader's time
 * zone.
 */
export function timePart(time: string, form: DateForm, tag: string, timeZone: string): Html {
  return html`<time datetime="${time}"${form === 'zonedMoment' && html` data-local`}>${dateText(time, form, tag, timeZone)}</time>`;
}

/** Renders an address in its country's format. */
export function addressPart(address: Parameters<typeof addressLines>[0], tag: string): Html {
  return html`<address>${addressLines(address, tag).map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</address>`;
}
