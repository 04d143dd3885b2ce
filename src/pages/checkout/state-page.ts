import { lineTitle } from '../../domain/shop/item-title.js';
import type { PaymentClient } from '../../ports.js';
import { type Html, html } from '../html.js';
import { invoicePart } from '../invoice-part.js';
import type { PlacedOrder } from '../order/placed-order.js';
import { addressPart, picturePart } from '../parts.js';
import { problemPart, problemText } from '../problems.js';
import { personName } from '../shop/address.js';
import { totalsPart } from '../totals.js';
import { priceText, whenPart } from './delivery-section.js';
import { openPaymentPage } from './open-payment-page.js';
import { hasMessage, selectedOf } from './parts-of.js';
import { moneyOf, type Seen } from './seen.js';

interface State {
  readonly title: string;
  readonly body: Html;
  readonly looksAgain?: boolean;
  readonly clients?: readonly PaymentClient[];
}

/**
 * Renders the page of a checkout that cannot be paid now: completed, in payment, canceled, expired or empty. Returns
 * `undefined` if it can be paid.
 */
export function statePage(seen: Seen, order: PlacedOrder | undefined): State | undefined {
  const { checkout, shown } = seen;
  const { states } = shown.locale.texts;
  if (checkout.status === 'completed') return donePage(seen, order);
  if (checkout.status === 'complete_in_progress') return openPaymentPage(seen, boughtPart(seen, states.in_cart));
  if (checkout.status === 'canceled') {
    const expired = hasMessage(checkout, 'checkout_expired');
    return expired
      ? endedPage(seen, states.expired, states.expired_text)
      : endedPage(seen, states.canceled, states.canceled_text);
  }
  return checkout.line_items.length === 0
    ? { title: states.empty, body: html`<h1>${states.empty}</h1><p class="lead">${states.empty_text}</p>` }
    : undefined;
}

function donePage(seen: Seen, order: PlacedOrder | undefined): State {
  const { checkout, shown } = seen;
  const { states } = shown.locale.texts;
  const { buyer } = checkout;
  const number = order && states.number(order.display_id);
  const body = html`<p class="badge good">${number}</p>
<h1>${states.thanks(personName({ ...buyer, name: buyer?.full_name }))}</h1>
${buyer?.email !== undefined && html`<p class="lead">${states.confirmed(buyer.email)}</p>`}
<h2>${states.next}</h2>
${selectedOf(checkout).map((choice) => html`<p>${nextText(choice.type, seen)}<br><strong>${choice.option.title}: ${whenPart(seen, choice)}</strong></p>`)}
${invoicePart(order?.handler_id, shown, order?.created_at)}
${checkout.order && html`<p><a class="button" href="${checkout.order.permalink_url}">${states.see_order}</a></p>`}
${boughtPart(seen, shown.locale.texts.checkout.summary)}`;
  return { title: number ?? states.thanks(''), body };
}

function nextText(type: string, { shown }: Seen): string {
  const { states } = shown.locale.texts;
  return type === 'digital' ? states.next_digital : type === 'pickup' ? states.next_pickup : states.next_ships;
}

function endedPage(seen: Seen, title: string, text: string): State {
  const { checkout, shown } = seen;
  const { problem } = seen;
  const body = html`${problem !== undefined && problemPart(problemText(problem, shown.locale.texts))}<h1>${title}</h1>
<p class="lead">${text}</p>
${
  checkout.line_items.length > 0 &&
  html`<form method="post" action="${shown.place.self}/refill"><button class="primary">${shown.locale.texts.states.fill_again}</button></form>
${boughtPart(seen, shown.locale.texts.states.in_cart)}`
}`;
  return { title, body };
}

/** Renders lines, totals and destination. */
function boughtPart(seen: Seen, title: string): Html {
  const { checkout, shown } = seen;
  const { texts, tag } = shown.locale;
  return html`<section class="card" aria-labelledby="bought"><h2 id="bought">${title}</h2>
<ul class="lines">${checkout.line_items.map(
    (line) => html`
<li>${picturePart(line)}<div class="what"><strong>${lineTitle(line)}</strong>
${line.properties.map(({ name, value }) => html`<small>${name}: ${value}</small>`)}
<small>${texts.summary.quantity(line.quantity)}</small></div>
<div class="price"><span>${moneyOf(seen)(line.totals.find(({ type }) => type === 'total')?.amount ?? 0)}</span></div></li>`,
  )}</ul>
${totalsPart(checkout, shown.locale)}
${selectedOf(checkout)
  .filter(({ type }) => type !== 'digital')
  .map(({ option, place, type }) => {
    const heading = type === 'pickup' ? texts.delivery.pickup_at : texts.delivery.shipping_to;
    const at = place?.address ? { ...place.address, name: place.name } : place;
    return html`<h3>${heading}</h3>${at && addressPart(at, tag)}<p class="hint">${option.title} · ${priceText(seen, option.totals[0]?.amount ?? 0)}</p>`;
  })}</section>`;
}
