import { INVOICE_HANDLER } from '../domain/shop/brand.js';
import type { Face } from '../domain/shop/face.js';
import { dateText } from '../texts/dates.js';
import { labeled } from '../texts/label.js';
import type { Locale } from '../texts/locale.js';
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
): Html[] {
  return invoiceTexts(handlerId, face, locale, placedAt).map((text) => html`<p class="hint">${text}</p>`);
}

/** Returns the due date and payment instructions of an invoice, as texts; see `invoicePart`. */
export function invoiceTexts(
  handlerId: string | undefined,
  face: Face,
  { tag, texts: { payment } }: Locale,
  placedAt?: number,
): string[] {
  if (handlerId !== INVOICE_HANDLER) return [];
  const { invoice: terms, time_zone } = face.shop.settings;
  if (!terms) return [payment.invoice];
  const { due_days, instructions } = terms;
  const due =
    placedAt === undefined
      ? payment.invoice_due(due_days)
      : payment.invoice_due_on(dateText(isoTime(placedAt + due_days * DAY), 'day', tag, time_zone));
  return [due, ...(instructions === undefined ? [] : [labeled(payment.how_to_pay, instructions, tag)])];
}
