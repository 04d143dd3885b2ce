import { lineTitle } from '../domain/shop/item-title.js';
import { ageNote, lineAt, payPart } from './checkout/consent-part.js';
import { deliverySection } from './checkout/delivery-section.js';
import { hasMessage } from './checkout/parts-of.js';
import { paymentSection } from './checkout/payment-section.js';
import { addressSection, contactSection } from './checkout/person-sections.js';
import type { Seen } from './checkout/seen.js';
import { statePage } from './checkout/state-page.js';
import { summaryPart } from './checkout/summary.js';
import { type Html, html } from './html.js';
import type { PlacedOrder } from './order/placed-order.js';
import { problemText } from './problems.js';

interface CheckoutPage {
  readonly title: string;
  readonly body: Html;
  readonly layout?: 'wide';
  readonly looksAgain?: boolean;
}

/** A checkout in any state: the payment form, or the outcome. */
export function checkoutPage(seen: Seen, order: PlacedOrder | undefined): CheckoutPage {
  const { checkout, shown } = seen;
  const { texts } = shown.locale;
  const state = statePage(seen, order);
  if (state) return state;
  const { self } = shown.place;
  const body = html`<h1 class="vh">${texts.checkout.title}</h1>
<form method="post" action="${self}/save" class="checkout" id="checkout" data-page="${self}" novalidate>
<button class="vh" tabindex="-1" aria-hidden="true" formaction="${self}/save"></button>
<div class="sections">
${problemPart(seen)}
<div data-live="notes">${notesPart(seen)}${ageNote(seen)}</div>
${contactSection(seen)}
${addressSection(seen)}
${deliverySection(seen)}
<p class="nojs"><button class="quiet" formaction="${self}/save">${texts.checkout.save}</button></p>
${paymentSection(seen)}
</div>
<aside>
${summaryPart(seen)}
${payPart(seen)}
</aside>
</form>`;
  const title = hasMessage(checkout, 'cart_empty') ? texts.states.empty : texts.checkout.title;
  return { title, body, layout: 'wide' };
}

/** Problems, with links to the invalid fields. */
function problemPart({ problem, errors, tried, shown }: Seen): Html | false {
  const { texts } = shown.locale;
  const names = Object.keys(errors);
  if (problem === undefined && (!tried || names.length === 0)) return false;
  const text = problem === undefined ? texts.checkout.required_missing(names.length) : problemText(problem, texts);
  return html`<div class="problem" role="alert" id="problem" tabindex="-1"${problem !== undefined && html` data-code="${problem}"`}><p>${text}</p>
${names.length > 0 && html`<ul>${names.map((name) => html`<li><a href="#${name}">${labelOf(name, shown.locale.texts)}: ${errors[name]}</a></li>`)}</ul>`}</div>`;
}

function labelOf(name: string, { fields, checkout }: Seen['shown']['locale']['texts']): string {
  if (name === 'selected_option_id') return checkout.delivery;
  if (name.startsWith('quantity.')) return fields.quantity;
  if (name.startsWith('property.')) return checkout.summary;
  const label = Object.hasOwn(fields, name) ? Object.entries(fields).find(([known]) => known === name)?.[1] : undefined;
  return typeof label === 'string' ? label : checkout.payment;
}

/** Further messages for the buyer; each text once. */
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
