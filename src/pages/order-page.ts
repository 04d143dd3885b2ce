import type { OrderAnswer } from '../schema/order.js';
import { type Html, html } from './html.js';
import { type Change, type Reader, timelinePart } from './order-timeline.js';
import { addressPart, dateIn, linesPart } from './parts.js';
import { totalsPart } from './totals.js';

const STATUS_TEXT: Record<OrderAnswer['status'], string> = {
  processing: 'Being prepared',
  on_hold: 'On hold',
  partially_fulfilled: 'Partly on its way',
  fulfilled: 'Fulfilled',
  canceled: 'Canceled',
};

const PAYMENT_TEXT: Record<OrderAnswer['payment_status'], string> = {
  pending: 'Payment is due',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  voided: 'Payment voided',
};

const LINE_TEXT: Record<OrderAnswer['line_items'][number]['status'], string> = {
  processing: 'Being prepared',
  partial: 'Partly fulfilled',
  fulfilled: 'Fulfilled',
  removed: 'Canceled',
};

type Line = OrderAnswer['line_items'][number];

/** How the units of a line left the shop, if all left in the same way. */
const MOVED_TEXT: Readonly<Record<string, string>> = {
  shipped: 'on the way',
  picked_up: 'picked up',
  provisioned: 'delivered digitally',
};

function lineNote(order: OrderAnswer, line: Line): string {
  const { canceled, returned } = line.quantity;
  const parts = [
    ...(canceled > 0 && line.status !== 'removed' ? [`${canceled} canceled`] : []),
    ...(returned > 0 ? [`${returned} returned`] : []),
  ];
  return [shippedNote(order, line), ...parts].join(', ');
}

function shippedNote({ fulfillment }: OrderAnswer, { id, status, quantity }: Line): string {
  if (status !== 'partial') return LINE_TEXT[status];
  const moves = fulfillment.events.filter(({ line_items }) => line_items.some((line) => line.id === id));
  const ways = new Set(moves.flatMap(({ type }) => MOVED_TEXT[type] ?? []));
  const [way = 'fulfilled'] = ways.size === 1 ? ways : [];
  return `${quantity.fulfilled} of ${quantity.total} ${way}`;
}

/** An order and its state, for the buyer who opened `permalink_url`. */
export function orderPage(order: OrderAnswer, changes: readonly Change[], reader: Reader): Html {
  const date = (time: string) => dateIn(time, reader.timeZone);
  const lines = order.line_items.map((line) => ({ ...line, units: line.quantity.total, note: lineNote(order, line) }));
  return html`<h1>Order ${order.display_id}</h1>
<p><span class="badge">${STATUS_TEXT[order.status]}</span> <span class="badge">${PAYMENT_TEXT[order.payment_status]}</span></p>
<p class="muted">Placed on ${date(order.created_at)}</p>
${order.messages.map(({ content }) => html`<p>${content}</p>`)}
<h2>Items</h2>
${linesPart(lines)}
<h2>Total</h2>
${totalsPart(order, reader.language)}
${timelinePart(order, changes, reader)}
<h2>Delivery</h2>
${order.fulfillment.expectations.map(
  ({ description, fulfillable_on, destination }) => html`<p>${description}${
    order.status !== 'canceled' && html`<br>Expected by ${date(fulfillable_on)}`
  }</p>
${destination && addressPart(destination)}`,
)}`;
}

export function messagePage(title: string, text: string): Html {
  return html`<h1>${title}</h1>
<p>${text}</p>`;
}
