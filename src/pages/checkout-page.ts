import type { CheckoutF } from '../schema/checkout.js';
import { checkoutForms } from './checkout-forms.js';
import { type Html, html } from './html.js';
import { notesPart } from './notes.js';
import type { Seen } from './page-form.js';
import { addressPart, linesPart } from './parts.js';
import { totalsPart } from './totals.js';

const STATUS_TEXT: Record<CheckoutF['status'], string> = {
  incomplete: 'Something is still missing',
  ready_for_complete: 'Ready to be paid',
  requires_escalation: 'Waiting for you',
  complete_in_progress: 'The payment is under way',
  completed: 'Completed',
  canceled: 'Canceled',
};

/** What is in a cart, what is missing, and what the buyer can do about it. */
export function checkoutPage(checkout: CheckoutF, seen: Seen & { readonly problem: string | undefined }): Html {
  const lines = checkout.line_items.map((line) => ({ ...line, units: line.quantity }));
  return html`<h1>Your checkout</h1>
<p><span class="badge">${STATUS_TEXT[checkout.status]}</span></p>
${seen.problem !== undefined && html`<p role="alert" class="problem">${seen.problem}</p>`}
${statePart(checkout, seen)}
${notesPart(checkout)}
<h2>Items</h2>
${linesPart(lines)}
<h2>Total</h2>
${totalsPart(checkout, checkout.context.language)}
${buyerPart(checkout)}
${deliveryPart(checkout)}
${checkoutForms(checkout, seen)}
${linksPart(checkout)}`;
}

function statePart({ status, order }: CheckoutF, { token }: Seen): Html | undefined {
  if (order) return html`<p>The order is placed. <a href="${order.permalink_url}">See the order</a></p>`;
  if (status !== 'complete_in_progress') return undefined;
  return html`<p>It can take a few minutes. <a href="${token}">Look again</a></p>`;
}

function buyerPart({ buyer }: CheckoutF): Html | undefined {
  if (!buyer) return undefined;
  const name = buyer.full_name ?? [buyer.first_name, buyer.last_name].filter(Boolean).join(' ');
  return html`<h2>Buyer</h2>
<p>${name}${name !== '' && html`<br>`}${buyer.email}</p>`;
}

function deliveryPart({ fulfillment }: CheckoutF): Html | false {
  const chosen = fulfillment.methods.flatMap((method) =>
    method.groups.flatMap((group) => {
      const option = group.options.find(({ id }) => id === group.selected_option_id);
      return option ? [{ method, option }] : [];
    }),
  );
  return (
    chosen.length > 0 &&
    html`<h2>Delivery</h2>
${chosen.map(({ method, option }) => {
  const place = method.destinations.find(({ id }) => id === method.selected_destination_id);
  return html`<p>${option.title}: ${option.description} (${option.totals[0]?.display_text})</p>
${place && addressPart(place.address ? { ...place.address, name: place.name } : place)}`;
})}`
  );
}

function linksPart({ links }: CheckoutF): Html | false {
  return (
    links.length > 0 &&
    html`<footer>${links.map(({ type, url, title }, index) => html`${index > 0 && ' · '}<a href="${url}">${title ?? type}</a>`)}</footer>`
  );
}
