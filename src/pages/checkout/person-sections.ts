import { type Html, html } from '../html.js';
import { personName } from '../shop/address.js';
import { countryChoices } from '../shop/countries.js';
import { addressFields } from './address-fields.js';
import { field } from './fields.js';
import { hasMessage, methodOf, shippingOf } from './parts-of.js';
import type { Seen } from './seen.js';

/** Renders the section about the buyer. Its name field is shown unless a delivery address contains the name. */
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

/** Renders the shipping address in the format of its country, as a part of the delivery section. */
export function addressPart(seen: Seen): Html | false {
  const { checkout, destination, shown } = seen;
  if (!shippingOf(checkout)) return false;
  const { texts, tag } = shown.locale;
  const { fields } = texts;
  const country = seen.typed.address_country ?? destination?.address_country ?? checkout.context.address_country;
  const { address, isUneven } = addressFields(seen, {
    kind: 'shipping',
    known: destination,
    country,
    countries: countryChoices(shown.face.shop.settings, country, tag),
  });
  return html`<div class="ship"><h3>${texts.checkout.address}</h3>
${hasMessage(checkout, 'address_undeliverable') && html`<p class="note">${texts.checkout.no_delivery}</p>`}
<div class="fields">
${address}
${field(seen, { name: 'phone_number', label: fields.phone_number, value: destination?.phone_number, autocomplete: 'shipping tel', half: isUneven, type: 'tel' })}
${field(seen, { name: 'instructions', label: fields.instructions, value: destination?.instructions })}
</div></div>`;
}
