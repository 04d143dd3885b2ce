import { lineTitle } from '../domain/shop/item-title.js';
import type { PaymentClient } from '../ports.js';
import { billingSection } from './checkout/billing-section.js';
import { lineAt, payPart } from './checkout/consent-part.js';
import { deliverySection } from './checkout/delivery-section.js';
import { formProblemPart, isPaymentProblem } from './checkout/form-problem.js';
import { hasMessage } from './checkout/parts-of.js';
import { paymentSection } from './checkout/payment-section.js';
import { contactSection } from './checkout/person-sections.js';
import type { Seen } from './checkout/seen.js';
import { statePage } from './checkout/state-page.js';
import { summaryPart } from './checkout/summary.js';
import { type Html, html } from './html.js';
import type { PlacedOrder } from './order/placed-order.js';

interface CheckoutPage {
  readonly title: string;
  readonly body: Html;
  readonly layout?: 'wide';
  readonly looksAgain?: boolean;
  readonly clients?: readonly PaymentClient[];
}

/** Renders the page of a checkout in any state: the payment form or the outcome. */
export function checkoutPage(seen: Seen, order: PlacedOrder | undefined): CheckoutPage {
  const { checkout, shown } = seen;
  const { texts } = shown.locale;
  const state = statePage(seen, order);
  if (state) return state;
  const { self } = shown.place;
  // Rendered first, since the box of problems uses the field names that the sections register.
  const sections = html`${contactSection(seen)}
${deliverySection(seen)}
${billingSection(seen)}
<p class="nojs"><button class="quiet" formaction="${self}/save">${texts.checkout.save}</button></p>
${paymentSection(seen)}`;
  const aside = html`${summaryPart(seen)}
${payPart(seen)}`;
  const body = html`<h1 class="vh">${texts.checkout.title}</h1>
<form method="post" action="${self}/save" class="checkout" id="checkout" novalidate>
<button class="vh" tabindex="-1" aria-hidden="true" formaction="${self}/save"></button>
<div class="sections">
${!isPaymentProblem(seen) && formProblemPart(seen)}
${notesPart(seen)}
${sections}
</div>
<aside>
${aside}
</aside>
</form>`;
  const title = hasMessage(checkout, 'cart_empty') ? texts.states.empty : texts.checkout.title;
  return { title, body, layout: 'wide', clients: [...seen.clients.values()] };
}

/** Renders notes for the buyer on the checkout's messages. Equal texts are shown once. */
function notesPart({ checkout, shown }: Seen): Html | false {
  const { notes } = shown.locale.texts;
  const texts = new Set(
    checkout.messages.flatMap(({ code, path }) => {
      const text = Object.hasOwn(notes, code)
        ? Object.entries(notes).find(([known]) => known === code)?.[1]
        : undefined;
      const line = lineAt(checkout.line_items, path);
      if (typeof text === 'function') return line ? [text(lineTitle(line))] : [];
      return text === undefined ? [] : [text];
    }),
  );
  return (
    texts.size > 0 &&
    html`<section class="notes" aria-labelledby="notes"><h2 id="notes">${notes.title}</h2>
<ul>${[...texts].map((text) => html`<li>${text}</li>`)}</ul></section>`
  );
}
