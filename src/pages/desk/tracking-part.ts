import type { OrderAnswer } from '../../schema/order.js';
import { type Form, readFilledFields } from '../checkout/form.js';
import { type Html, html } from '../html.js';
import { unitsText } from '../order/timeline.js';
import { timePart } from '../parts.js';
import { textField } from './form-fields.js';
import type { ShopVisit } from './shop-visit.js';

/** The forms that correct the tracking of shipments, and what they replaced. */

type Event = OrderAnswer['fulfillment']['events'][number];
type Tracking = Pick<Event, 'carrier' | 'tracking_number' | 'tracking_url'>;

/** Newest events that have a form, which limits the size of the page. */
const SHOWN = 20;

/** Returns the events whose tracking can be corrected, oldest first. */
export function trackedEvents({ fulfillment }: OrderAnswer): readonly Event[] {
  return fulfillment.events.filter((event) => event.type === 'shipped' || tellsAny(event)).slice(-SHOWN);
}

function tellsAny({ carrier, tracking_number, tracking_url }: Tracking): boolean {
  return [carrier, tracking_number, tracking_url].some((text) => text !== undefined);
}

/** Renders the fields of a form for one event, with its present tracking. */
export function trackingFields(
  { locale, face }: ShopVisit,
  order: OrderAnswer,
  event: Event,
  rejected: Form | undefined,
): Html {
  const { desk, desk_work, events } = locale.texts;
  const { id, type, line_items, occurred_at, carrier, tracking_number, tracking_url } = event;
  const typed = rejected?.event_id === id ? rejected : undefined;
  return html`<input type="hidden" name="event_id" value="${id}">
<p><strong>${events[type]}</strong>: ${unitsText(order, line_items)} <small>${timePart(occurred_at, 'zonedMoment', locale.tag, face.shop.settings.time_zone)}</small></p>
<p class="hint">${desk_work.order.tracking_hint}</p>
${textField(`carrier-${id}`, 'carrier', desk.carrier, { value: carrier, typed })}${textField(`number-${id}`, 'tracking_number', desk.tracking_number, { value: tracking_number, typed })}${textField(`url-${id}`, 'tracking_url', desk.tracking_url, { value: tracking_url, typed })}`;
}

/** Reads the tracking of a form. What is left empty is removed. */
export function readTracking(form: Form): Readonly<Record<string, unknown>> {
  return readFilledFields(form, ['event_id', 'carrier', 'tracking_number', 'tracking_url']);
}

/** Describes each correction, such as `UPS 1Z7 → UPS 1Z8`, by its time. */
export function correctionTexts({ fulfillment }: OrderAnswer): ReadonlyMap<string, string> {
  const corrections = fulfillment.events.flatMap(({ earlier_tracking = [], ...event }) =>
    earlier_tracking.map((one, index) => {
      const after = earlier_tracking[index + 1] ?? event;
      return [one.until, `${trackingText(one)} → ${trackingText(after)}`] as const;
    }),
  );
  return new Map(corrections);
}

function trackingText({ carrier, tracking_number, tracking_url }: Tracking): string {
  return [carrier, tracking_number, tracking_url].filter((text) => text !== undefined).join(' ') || '–';
}
