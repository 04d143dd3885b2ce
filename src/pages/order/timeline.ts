import { reductionOf } from '../../domain/order/adjustment.js';
import { lineTitle } from '../../domain/shop/item-title.js';
import { displayAmount } from '../../domain/values/display.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';

type Event = OrderAnswer['fulfillment']['events'][number];
type Adjustment = NonNullable<OrderAnswer['adjustments']>[number];

interface Entry {
  readonly at: string;
  readonly text: Html;
}

/** A change whose time is not part of the order itself. */
export interface Change {
  readonly at: string;
  readonly action: string;
}

/** Locale and time zone for the texts. */
export interface Reader {
  readonly locale: Locale;
  /** The shop's time zone. */
  readonly timeZone: string;
}

const CHANGES = { 'order.held': 'held', 'order.released': 'released', 'order.canceled': 'canceled' } as const;

/** Renders the history of an order for its buyer, oldest first. */
export function timelinePart(order: OrderAnswer, changes: readonly Change[], { locale, timeZone }: Reader): Html {
  const { events, order: texts } = locale.texts;
  // If the adjustment of a canceled order is a cancellation, the timeline already shows it with its units, so the
  // change is left out. If the adjustment is a refund, the change is shown too.
  const typeAt = (at: string) => order.adjustments?.findLast(({ created_at }) => created_at === at)?.type;
  const told = changes.flatMap(({ at, action }) =>
    isChange(action) && !(action === 'order.canceled' && typeAt(at) === 'cancellation')
      ? [{ at, text: html`<strong>${events[CHANGES[action]]}</strong>` }]
      : [],
  );
  const entries: Entry[] = [
    { at: order.created_at, text: html`<strong>${events.placed}</strong>` },
    ...order.fulfillment.events.map((event) => ({ at: event.occurred_at, text: eventText(order, event, locale) })),
    ...told,
    ...(order.adjustments ?? []).map((one) => ({ at: one.created_at, text: moneyText(order, one, locale) })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return html`<section aria-labelledby="history"><h2 id="history">${texts.history}</h2>
<ol class="timeline">${entries.map(
    ({ at, text }) => html`<li>${timePart(at, 'zonedMoment', locale.tag, timeZone)} <span>${text}</span></li>`,
  )}</ol></section>`;
}

function isChange(action: string): action is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, action);
}

function eventText(order: OrderAnswer, event: Event, { texts }: Locale): Html {
  const { type, line_items, carrier, tracking_number, tracking_url, description } = event;
  const { events } = texts;
  const tracking = tracking_number ?? (tracking_url && events.track);
  return html`<strong>${events[type]}</strong>: ${unitsText(order, line_items)}${carrier !== undefined && html`, ${events.with(carrier)}`}${
    tracking !== undefined &&
    html`, ${tracking_url === undefined ? tracking : html`<a href="${tracking_url}">${tracking}</a>`}`
  }${description !== undefined && html`. ${description}`}`;
}

interface Units {
  readonly id: string;
  readonly quantity: number;
}

/** Lists units with their quantities, such as `2 × Mug, Bowl`. */
export function unitsText({ line_items }: OrderAnswer, units: readonly Units[]): string {
  return units
    .map(({ id, quantity }) => {
      const found = line_items.find((line) => line.id === id);
      const title = found ? lineTitle(found) : id;
      return quantity === 1 ? title : `${quantity} × ${title}`;
    })
    .join(', ');
}

function moneyText(order: OrderAnswer, one: Adjustment, { texts, tag }: Locale): Html {
  const { type, status, amount, line_items, reason } = one;
  const off = reductionOf(one);
  const text = (part: number) => displayAmount(part, order.currency, tag);
  const money = [
    ...(off > 0 ? [texts.events.money_unpaid(text(off))] : []),
    ...(off < amount || amount === 0 ? [texts.events[`money_${status}`](text(amount - off))] : []),
  ].join(', ');
  const moved = line_items.filter(({ quantity }) => quantity > 0);
  const units = unitsText(order, moved);
  const told = type === 'cancellation' && amount > 0 ? `${units}, ${money}` : amount === 0 ? units : money;
  return html`<strong>${texts.events[type]}</strong>: ${told}${reason !== undefined && html` (${reason})`}`;
}
