import { type Html, html } from '../html.js';
import { addressLines } from '../shop/address.js';
import { errorPart, stateOf } from './fields.js';
import { type Choice, hasMessage, methodOf, optionsOf } from './parts-of.js';
import { addressPart } from './person-sections.js';
import { moneyOf, type Seen } from './seen.js';

/**
 * Renders the choice between shipping and pickup if both are offered, then the fields and options of each. The
 * stylesheet (style.css) hides those of the method that is not chosen.
 */
export function deliverySection(seen: Seen): Html {
  const { checkout, shown, typed } = seen;
  const { texts } = shown.locale;
  const options = optionsOf(checkout);
  const digital = checkout.fulfillment.methods.some(({ type }) => type === 'digital');
  const method = methodOf(checkout);
  const choice = method !== undefined && methodPart(seen, typed.method ?? method);
  const address = addressPart(seen);
  seen.labels.set('selected_option_id', texts.checkout.delivery);
  const ships = options.filter(({ type }) => type === 'shipping');
  const collects = options.filter(({ type }) => type === 'pickup');
  const waits = ships.length === 0 && address !== false && !hasMessage(checkout, 'address_undeliverable');
  const group = (of: string, choices: readonly Choice[]) =>
    choices.length > 0 && html`<div class="choices ${of}">${choices.map((one) => optionPart(seen, one))}</div>`;
  return html`<section aria-labelledby="delivery"><h2 id="delivery">${texts.checkout.delivery}</h2>
${digital && html`<p class="hint">${texts.delivery.digital}</p>`}
${choice}
${address}
${waits && html`<p class="hint ship">${texts.checkout.delivery_after_address}</p>`}
${
  options.length > 0 &&
  html`<fieldset id="selected_option_id"${stateOf(seen, 'selected_option_id')}><legend class="vh">${texts.checkout.delivery}</legend>
${group('ship', ships)}${group('collect', collects)}</fieldset>`
}${errorPart(seen, 'selected_option_id')}
</section>`;
}

function methodPart({ shown }: Seen, method: string): Html {
  const { ship, collect, delivery } = shown.locale.texts.checkout;
  const radio = (value: string, label: string) =>
    html`<label class="choice"><input type="radio" name="method" id="method.${value}" value="${value}"${method === value && html` checked`}><span class="what"><strong>${label}</strong></span></label>`;
  return html`<fieldset class="method-choice"><legend class="vh">${delivery}</legend>
<div class="choices">${radio('shipping', ship)}${radio('pickup', collect)}</div></fieldset>`;
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
<span>${whenPart(seen, choice)}</span>
${where !== undefined && html`<small>${where}</small>`}</span>
<span class="price">${priceText(seen, option.totals[0]?.amount ?? 0)}</span></label>`;
}

/** Renders the time of arrival or collection. The time zone is in small print, since most buyers live in that zone. */
export function whenPart(seen: Pick<Seen, 'shown'>, choice: Choice): Html {
  const text = whenText(seen, choice);
  const [, days, zone] = /^(.*) (\(.*\))$/.exec(text) ?? [];
  return days === undefined ? html`${text}` : html`${days} <small>${zone}</small>`;
}

/** Returns the time of arrival or collection as text. */
function whenText({ shown }: Pick<Seen, 'shown'>, { type, option }: Choice): string {
  const { delivery } = shown.locale.texts;
  if (type === 'digital') return delivery.digital;
  return type === 'pickup' ? delivery.ready(option.days) : delivery.on(option.days);
}

export function priceText(seen: Pick<Seen, 'checkout' | 'shown'>, amount: number): string {
  return amount === 0 ? seen.shown.locale.texts.delivery.free : moneyOf(seen)(amount);
}
