import { sumReductions } from '../../domain/order/adjustment.js';
import type { Face } from '../../domain/shop/face.js';
import { lineTitle } from '../../domain/shop/item-title.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderAnswer } from '../../schema/order.js';
import { dateText } from '../../texts/dates.js';
import { labeled } from '../../texts/label.js';
import type { Locale } from '../../texts/locale.js';
import type { Texts } from '../../texts/texts.js';
import { handlerText } from '../handler-text.js';
import { type Html, html } from '../html.js';
import { invoicePart } from '../invoice-part.js';
import { addressPart, picturePart } from '../parts.js';
import { personName } from '../shop/address.js';
import type { Shown } from '../shop/shop-page.js';
import { type Row, totalsPart } from '../totals.js';
import { decisionsPart } from './decisions-part.js';
import { lineNote } from './line-note.js';
import type { OrderLog } from './order-log.js';
import { progressOf } from './progress.js';
import { type Change, timelinePart } from './timeline.js';

type SeenOrder = Shown & { readonly face: Face };

/**
 * Renders the order page at `permalink_url`. When printed, the page is the order confirmation. `log`: the public log
 * that has receipts of the order.
 */
export function orderPage(order: OrderAnswer, changes: readonly Change[], shown: SeenOrder, log?: OrderLog): Html {
  const { locale, face, place } = shown;
  const { order: texts } = locale.texts;
  const timeZone = face.shop.settings.time_zone;
  return html`<p class="badges"><span class="badge ${order.status}">${statusText(order, texts)}</span> <span class="badge ${order.payment_status}">${texts[order.payment_status]}</span></p>
${order.status !== 'canceled' && html`<p class="printed">${texts.confirmation}</p>`}
<h1>${texts.title(order.display_id)}</h1>
<p class="hint">${texts.placed_on(dateText(order.created_at, 'day', locale.tag, timeZone))}</p>
${order.messages.map(({ content }) => html`<p class="note">${content}</p>`)}
<form method="post" action="${place.self}/again" class="tools"><button class="quiet">${texts.buy_again}</button><button class="quiet js" type="button" data-print>${texts.print}</button></form>
${orderDetails(order, changes, shown)}
<p class="hint proof"><a href="${place.self}/statement" download>${texts.statement}</a></p>
${log !== undefined && receiptsPart(log, shown)}`;
}

/**
 * Renders the items, the history, and whom and what the order is for. `words`: those for the reader, by default the buyer.
 */
export function orderDetails(
  order: OrderAnswer,
  changes: readonly Change[],
  shown: SeenOrder,
  words: { readonly items: string; readonly paid: string } = {
    items: shown.locale.texts.checkout.summary,
    paid: shown.locale.texts.summary.you_paid,
  },
): Html {
  const { locale, face } = shown;
  const timeZone = face.shop.settings.time_zone;
  return html`<section class="card" aria-labelledby="items"><h2 id="items">${words.items}</h2>
<ul class="lines">${order.line_items.map((line) => linePart(order, line, locale))}</ul>
${totalsPart(order, locale, { rows: moneyRows(order, locale, words.paid), isConfirmation: true })}</section>
${timelinePart(order, changes, { locale, timeZone })}
${decisionsPart(order, { locale, timeZone })}
<div class="columns">${deliveryPart(order, shown)}${buyerPart(order, locale)}${paymentPart(order, shown)}</div>`;
}

function receiptsPart({ organization_id, allowed_until }: OrderLog, { locale, face, place }: SeenOrder): Html {
  const { log: texts } = locale.texts;
  const until =
    allowed_until !== undefined && dateText(allowed_until, 'moment', locale.tag, face.shop.settings.time_zone);
  return html`<p class="hint proof">${texts.of_order} ${until !== false && html`${texts.allowed(until)} `}<a href="${place.root}/logs/${organization_id}">${texts.see}</a> · <a href="${place.root}/verify">${texts.verify}</a></p>`;
}

function statusText({ status, fulfillment, line_items }: OrderAnswer, texts: Texts['order']): string {
  if (status !== 'fulfilled') return texts[status];
  return texts.done[progressOf(fulfillment, movedLines(line_items))];
}

/**
 * Returns the ids of the lines of which at least one unit has left the shop. In a fulfilled order, all units of the
 * other lines were canceled.
 */
function movedLines(lines: OrderAnswer['line_items']): string[] {
  return lines.filter(({ quantity }) => quantity.fulfilled > 0).map(({ id }) => id);
}

function linePart(order: OrderAnswer, line: OrderAnswer['line_items'][number], { texts, tag }: Locale): Html {
  const price = line.totals.find(({ type }) => type === 'total')?.amount ?? 0;
  return html`
<li>${picturePart(line)}<div class="what"><strong>${lineTitle(line)}</strong>
${line.properties.map(({ name, value }) => html`<small>${labeled(name, value, tag)}</small>`)}
<small>${texts.summary.quantity(line.quantity.total)}${line.quantity.total > 1 && html` · ${texts.summary.each(displayAmount(line.item.price, order.currency, tag))}`}</small>
<small class="state">${lineNote(order, line, texts)}</small></div>
<div class="price"><span>${displayAmount(price, order.currency, tag)}</span></div></li>`;
}

/** Lists the amounts paid, refunded, no longer due and still owed. */
export function moneyRows(order: OrderAnswer, { texts, tag }: Locale, paidName = texts.summary.you_paid): Row[] {
  const { summary } = texts;
  const money = (amount: number) => displayAmount(amount, order.currency, tag);
  const { amount_paid, amount_refunded, amount_owed } = order.payment;
  const unpaid = sumReductions({ adjustments: order.adjustments ?? [] });
  const paid = amount_paid > 0 ? [{ type: 'paid', name: paidName, text: money(amount_paid) }] : [];
  // As long as it is the total, it need not be repeated.
  const owed =
    amount_owed !== undefined && amount_paid + unpaid > 0
      ? [{ type: 'paid', name: summary.you_owe, text: money(amount_owed) }]
      : [];
  return [
    ...paid,
    ...(amount_refunded > 0 ? [{ type: 'refunded', name: summary.refunded, text: money(-amount_refunded) }] : []),
    ...(unpaid > 0 ? [{ type: 'refunded', name: summary.no_longer_due, text: money(-unpaid) }] : []),
    ...owed,
  ];
}

function deliveryPart({ fulfillment, status, line_items }: OrderAnswer, { locale }: SeenOrder): Html {
  const { order: texts } = locale.texts;
  return html`<section aria-labelledby="delivery"><h2 id="delivery">${texts.delivery}</h2>
${fulfillment.expectations.map(
  ({ description, fulfillable_by, destination, line_items: units }) =>
    html`<p>${description}${
      status !== 'canceled' &&
      !isThere(fulfillment, line_items, units) &&
      html`<br>${texts.expected_by(fulfillable_by)}`
    }</p>${destination && addressPart(destination, locale.tag)}`,
)}</section>`;
}

/** True once all units of an expectation are with the buyer or were canceled. */
function isThere(
  fulfillment: OrderAnswer['fulfillment'],
  lines: OrderAnswer['line_items'],
  expected: readonly { readonly id: string }[],
): boolean {
  const own = lines.filter(({ id }) => expected.some((one) => one.id === id));
  const hasLeft = own.every(({ status }) => status === 'fulfilled' || status === 'removed');
  return hasLeft && progressOf(fulfillment, movedLines(own)) !== 'shipped';
}

function buyerPart({ buyer, billing_address }: OrderAnswer, { texts, tag }: Locale): Html | false {
  if (!buyer && !billing_address) return false;
  const name = personName({ ...buyer, name: buyer?.full_name });
  return html`<section aria-labelledby="buyer"><h2 id="buyer">${texts.order.buyer}</h2>
<p>${name}${name !== '' && html`<br>`}${buyer?.email}</p>
${billing_address && html`<h3>${texts.order.billing}</h3>${addressPart({ ...billing_address, name: billing_address.full_name }, tag)}`}</section>`;
}

function paymentPart({ payment, payment_status, created_at }: OrderAnswer, shown: SeenOrder): Html {
  const { order: texts } = shown.locale.texts;
  const { handler_id, provider_reference } = payment;
  const how = paymentName(payment, shown.locale.texts);
  return html`<section aria-labelledby="payment"><h2 id="payment">${texts.payment}</h2>
<p>${how !== undefined && html`${how}<br>`}${texts[payment_status]}</p>
${payment_status === 'pending' && invoicePart(handler_id, shown, Date.parse(created_at))}
${provider_reference !== undefined && html`<p class="hint">${labeled(texts.reference, provider_reference, shown.locale.tag)}</p>`}</section>`;
}

/** Names the card or the payment handler; `undefined` if there was nothing to pay. */
export function paymentName({ handler_name, instrument }: OrderAnswer['payment'], texts: Texts): string | undefined {
  const { brand, last_digits } = instrument ?? {};
  if (brand !== undefined && last_digits !== undefined)
    return texts.order.card(`${brand.charAt(0).toUpperCase()}${brand.slice(1)}`, last_digits);
  return handler_name === undefined ? undefined : handlerText(handler_name, texts);
}
