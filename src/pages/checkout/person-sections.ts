import { type Html, html } from '../html.js';
import { personName } from '../shop/address.js';
import { addressForm, addressLabel } from '../shop/address-form.js';
import { countryChoices } from '../shop/countries.js';
import { type Field, field } from './fields.js';
import type { ADDRESS_FIELDS } from './form.js';
import { hasMessage, methodOf, shippingOf } from './parts-of.js';
import type { Seen } from './seen.js';

/** The buyer. Asks for the name if there is no address to contain it. */
export function contactSection(seen: Seen): Html {
  const { fields, checkout: texts } = seen.shown.locale.texts;
  const { buyer = {} } = seen.checkout;
  const name = personName({ ...buyer, name: buyer.full_name });
  const ships = shippingOf(seen.checkout) !== undefined;
  const collects = methodOf(seen.checkout) !== undefined;
  const ownName =
    (!ships || collects) &&
    field(seen, { name: 'buyer_name', label: fields.full_name, value: name, autocomplete: 'name' });
  return html`<section aria-labelledby="contact"><h2 id="contact">${texts.contact}</h2>
${field(seen, { name: 'email', label: fields.email, value: buyer.email, type: 'email', autocomplete: 'email', required: true })}
${!ships && ownName}${collects && html`<div class="collect">${ownName}</div>`}
</section>`;
}

type TextField = Exclude<(typeof ADDRESS_FIELDS)[number], 'address_country' | 'instructions'>;

/** Autofill tokens. */
const PLACE_TOKENS = {
  address_locality: 'address-level2',
  address_region: 'address-level1',
  postal_code: 'postal-code',
} as const;

/** Address of shippable goods, in the country's format; part of the delivery section. */
export function addressPart(seen: Seen): Html | false {
  const { checkout, destination, shown } = seen;
  if (!shippingOf(checkout)) return false;
  const { texts, tag } = shown.locale;
  const { fields } = texts;
  const country = seen.typed.address_country ?? destination?.address_country ?? checkout.context.address_country;
  const countries = countryChoices(shown.face.shop.settings, country, tag).map(({ code, name }) => ({
    value: code,
    label: name,
  }));
  const known: Readonly<Record<string, string | undefined>> = {
    ...destination,
    full_name: destination && personName({ ...destination, name: destination.full_name }),
  };
  const text = (name: TextField, autocomplete: string, more: Partial<Field> = {}) =>
    field(seen, { name, label: fields[name], autocomplete: `shipping ${autocomplete}`, value: known[name], ...more });
  const isFilled = [known.address_region, seen.typed.address_region, seen.errors.address_region].some(Boolean);
  const form = addressForm(shown.face.shop.settings, country, isFilled);
  const place = form.fields.map((name) =>
    text(name, PLACE_TOKENS[name], {
      label: addressLabel(name, country, texts),
      required: form.required.includes(name),
      half: true,
      ...(name === 'address_region' && { options: form.regions(known.address_region) }),
    }),
  );
  return html`<div class="ship"><h3>${texts.checkout.address}</h3>
${hasMessage(checkout, 'address_undeliverable') && html`<p class="note">${texts.checkout.no_delivery}</p>`}
<div class="fields">
${text('full_name', 'name', { required: form.needsName })}
${field(seen, { name: 'address_country', label: fields.address_country, value: country, autocomplete: 'shipping country', required: true, options: countries })}
${text('street_address', 'address-line1', { required: form.required.includes('street_address') })}
${text('extended_address', 'address-line2')}
${place}
${text('phone_number', 'tel', { half: form.fields.length % 2 === 1, type: 'tel' })}
${field(seen, { name: 'instructions', label: fields.instructions, value: known.instructions })}
</div></div>`;
}
