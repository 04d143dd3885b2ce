import { INVOICE_HANDLER } from '../domain/shop/brand.js';
import type { Face } from '../domain/shop/face.js';
import { dateText } from '../texts/dates.js';
import { isoTime } from '../view/format.js';
import { type Html, html } from './html.js';
import type { Shown } from './shop/shop-page.js';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Renders the due date and payment instructions of an invoice; nothing for other handlers.
 * @param placedAt time of the order, in milliseconds since the epoch; if omitted, the payment term is shown in days
 * instead of a date
 */
export function invoicePart(
  handlerId: string | undefined,
  { locale, face }: Shown & { readonly face: Face },
  placedAt?: number,
): Html | false {
  if (handlerId !== INVOICE_HANDLER) return false;
  const { payment } = locale.texts;
  const { invoice: terms, time_zone } = face.shop.settings;
  const dayOf = (days: number, from: number) => dateText(isoTime(from + days * DAY), 'day', locale.tag, time_zone);
  const due =
    terms === undefined
      ? payment.invoice
      : placedAt === undefined
        ? payment.invoice_due(terms.due_days)
        : payment.invoice_due_on(dayOf(terms.due_days, placedAt));
  return html`<p class="hint">${due}</p>
${terms?.instructions !== undefined && html`<p class="hint">${payment.how_to_pay}: ${terms.instructions}</p>`}`;
}
