import { daysText } from '../../texts/dates.js';
import { type Html, html } from '../html.js';
import { addressLines } from '../shop/address.js';
import { errorPart, stateOf } from './fields.js';
import { type Choice, hasMessage, optionsOf } from './parts-of.js';
import { moneyOf, type Seen } from './seen.js';

/** Delivery options with price and days. */
export function deliverySection(seen: Seen): Html {
  const { texts } = seen.shown.locale;
  const options = optionsOf(seen.checkout);
  const digital = seen.checkout.fulfillment.methods.some(({ type }) => type === 'digital');
  const waits =
    options.every(({ type }) => type !== 'shipping') && hasMessage(seen.checkout, 'fulfillment_destination_required');
  seen.labels.set('selected_option_id', texts.checkout.delivery);
  const undeliverable = hasMessage(seen.checkout, 'address_undeliverable');
  return html`<section aria-labelledby="delivery"><h2 id="delivery">${texts.checkout.delivery}</h2>
${digital && html`<p class="hint">${texts.delivery.digital}</p>`}
${waits && !undeliverable && html`<p class="hint">${texts.checkout.delivery_after_address}</p>`}
${
  options.length > 0 &&
  html`<fieldset id="selected_option_id"${stateOf(seen, 'selected_option_id')}><legend class="vh">${texts.checkout.delivery}</legend>
<div class="choices">${options.map((choice) => optionPart(seen, choice))}</div></fieldset>`
}${errorPart(seen, 'selected_option_id')}
</section>`;
}

function optionPart(seen: Seen, choice: Choice): Html {
  const { option, isSelected, type, place } = choice;
  const wanted = seen.typed.selected_option_id;
  const checked = wanted === undefined ? isSelected : wanted === option.id;
  const where =
    type === 'pickup' && place?.address
      ? addressLines(place.address, seen.shown.locale.tag).slice(0, -1).join(', ')
      : option.carrier;
  return html`<label class="choice"><input type="radio" name="selected_option_id" value="${option.id}"${checked && html` checked`}>
<span class="what"><strong>${option.title}</strong>
<span>${whenText(seen, choice)}</span>
${where !== undefined && html`<small>${where}</small>`}</span>
<span class="price">${priceText(seen, option.totals[0]?.amount ?? 0)}</span></label>`;
}

/** Time of arrival or collection. */
export function whenText({ shown }: Pick<Seen, 'shown'>, { type, option }: Choice): string {
  const { tag, texts } = shown.locale;
  if (type === 'digital') return texts.delivery.digital;
  const { time_zone } = shown.face.shop.settings;
  const days = daysText(option.earliest_fulfillment_time, option.latest_fulfillment_time, tag, time_zone);
  return type === 'pickup' ? texts.delivery.ready(days) : texts.delivery.on(days);
}

export function priceText(seen: Pick<Seen, 'checkout' | 'shown'>, amount: number): string {
  return amount === 0 ? seen.shown.locale.texts.delivery.free : moneyOf(seen)(amount);
}
