import type { OrderAnswer } from '../../schema/order.js';
import { dateText } from '../../texts/dates.js';
import { type Html, html } from '../html.js';
import { timePart } from '../parts.js';
import type { Reader } from './timeline.js';

/** Renders the consumer's decisions about receipts of an order and the rule of its hold; nothing if there is neither. */
export function decisionsPart(
  { countersignatures = [], release_when }: OrderAnswer,
  { locale, timeZone }: Reader,
): Html | false {
  if (countersignatures.length === 0 && !release_when) return false;
  const { texts, tag } = locale;
  const { decisions } = texts.order;
  const rule =
    release_when &&
    (release_when.state === 'disputed'
      ? decisions.disputed
      : decisions.waiting(dateText(release_when.release_at, 'moment', tag, timeZone)));
  const list = countersignatures.map(
    ({ decision, at, consumer_id, receipt_id, reason }) =>
      html`<li>${timePart(at, 'zonedMoment', tag, timeZone)} <span><strong>${decisions[decision]}</strong> ${decisions.by(consumer_id, receipt_id)}${reason !== undefined && html`: ${reason}`}</span></li>`,
  );
  return html`<section aria-labelledby="decisions"><h2 id="decisions">${decisions.title}</h2>
${rule !== undefined && html`<p class="note">${rule}</p>`}
${list.length > 0 && html`<ol class="timeline">${list}</ol>`}</section>`;
}
