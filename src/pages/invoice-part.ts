import { INVOICE_HANDLER } from '../domain/shop/brand.js';
import { type Html, html } from './html.js';
import type { Face } from './shop/face.js';
import type { Shown } from './shop/shop-page.js';

/** When an invoice is due and how it is paid, as the shop says; nothing for other handlers. */
export function invoicePart(
  handlerId: string | undefined,
  { locale, face }: Shown & { readonly face: Face },
): Html | false {
  if (handlerId !== INVOICE_HANDLER) return false;
  const { payment } = locale.texts;
  const terms = face.shop.settings.invoice;
  return html`<p class="hint">${terms ? payment.invoice_due(terms.due_days) : payment.invoice}</p>
${terms?.instructions !== undefined && html`<p class="hint">${payment.how_to_pay}: ${terms.instructions}</p>`}`;
}
