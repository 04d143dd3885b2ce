import type { EventType } from '../domain/order/event.js';
import { lineTitle } from '../domain/shop/item-title.js';
import type { OrderAnswer } from '../schema/order.js';
import { displayAmount } from '../view/format.js';
import { type Html, html } from './html.js';
import { dateIn } from './parts.js';

type Event = OrderAnswer['fulfillment']['events'][number];
type Adjustment = NonNullable<OrderAnswer['adjustments']>[number];

const EVENT_TEXT: Record<EventType, string> = {
  shipped: 'Shipped',
  picked_up: 'Picked up',
  provisioned: 'Delivered digitally',
  in_transit: 'On its way',
  delivered: 'Delivered',
  failed_attempt: 'Delivery was attempted',
  undeliverable: 'Could not be delivered',
  returned_to_sender: 'Returned to the shop',
};

const MONEY_TEXT: Record<Adjustment['status'], string> = {
  pending: 'on its way',
  completed: 'given back',
  failed: 'could not be given back',
};

interface Entry {
  readonly at: string;
  readonly text: Html;
}

/** A change whose time is not in the order itself. */
export interface Change {
  readonly at: string;
  readonly action: string;
}

/** How days and amounts are written on the page. */
export interface Reader {
  /** The shop's. */
  readonly timeZone: string;
  readonly language: string;
}

const CHANGE_TEXT: ReadonlyMap<string, string> = new Map([
  ['order.held', 'Put on hold'],
  ['order.released', 'Released'],
  ['order.canceled', 'Canceled'],
]);

/** What happened to an order, oldest first, as the buyer should read it. */
export function timelinePart(order: OrderAnswer, changes: readonly Change[], reader: Reader): Html {
  const told = changes.flatMap(({ at, action }) => {
    const text = CHANGE_TEXT.get(action);
    return text === undefined ? [] : [{ at, text: html`${text}` }];
  });
  const entries: Entry[] = [
    { at: order.created_at, text: html`Placed` },
    ...order.fulfillment.events.map((event) => ({ at: event.occurred_at, text: eventText(order, event) })),
    ...told,
    ...(order.adjustments ?? []).map((one) => ({ at: one.created_at, text: moneyText(order, one, reader.language) })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<h2>What happened</h2>
<ol class="timeline">${entries.map(({ at, text }) => html`<li>${dateIn(at, reader.timeZone)}: ${text}</li>`)}</ol>`;
}

function eventText(
  order: OrderAnswer,
  { type, line_items, carrier, tracking_number, tracking_url, description }: Event,
): Html {
  const tracking = tracking_number ?? (tracking_url && 'Track the delivery');
  return html`${EVENT_TEXT[type]}: ${unitsText(order, line_items)}${carrier !== undefined && html`, with ${carrier}`}${
    tracking !== undefined &&
    html`, ${tracking_url === undefined ? tracking : html`<a href="${tracking_url}">${tracking}</a>`}`
  }${description !== undefined && html`. ${description}`}`;
}

function unitsText({ line_items }: OrderAnswer, units: Event['line_items']): string {
  return units
    .map(({ id, quantity }) => {
      const found = line_items.find((line) => line.id === id);
      const title = found ? lineTitle(found) : id;
      return quantity === 1 ? title : `${quantity} × ${title}`;
    })
    .join(', ');
}

const ADJUSTMENT_TEXT: Record<Adjustment['type'], string> = {
  refund: 'Refund',
  return: 'Return',
  cancellation: 'Canceled',
};

function moneyText(
  order: OrderAnswer,
  { type, status, amount, unpaid, line_items, reason }: Adjustment,
  language: string,
): Html {
  const money = `${displayAmount(amount, order.currency, language)} ${unpaid ? 'no longer to be paid' : MONEY_TEXT[status]}`;
  const units = unitsText(
    order,
    line_items.filter(({ quantity }) => quantity > 0),
  );
  const told = type === 'cancellation' && amount > 0 ? `${units}, ${money}` : amount === 0 ? units : money;
  return html`${ADJUSTMENT_TEXT[type]}: ${told}${reason !== undefined && html` (${reason})`}`;
}
