import { type Html, html } from '../html.js';
import { everyCountry } from '../shop/countries.js';
import { addressFields } from './address-fields.js';
import { billingCountry } from './field-values.js';
import { billingField } from './form.js';
import { methodOf, shippingOf } from './parts-of.js';
import type { Seen } from './seen.js';

/**
 * Renders the billing address. By default it is the delivery address; without a delivery there is none. Its fields
 * appear once the box is unchecked and the form is saved, which the page's script does immediately.
 */
export function billingSection(seen: Seen): Html {
  const { checkout, shown, typed } = seen;
  const { texts, tag } = shown.locale;
  const known = checkout.billing_address;
  const isWanted = known !== undefined || typed.billing === 'other';
  const country = typed[billingField('address_country')] ?? billingCountry(seen);
  const fields =
    isWanted && addressFields(seen, { kind: 'billing', known, country, countries: everyCountry(tag) }).address;
  return html`<section aria-labelledby="billing"><h2 id="billing">${texts.order.billing}</h2>
<input type="hidden" name="billing_shown" value="1">
<label class="check"><input type="checkbox" id="billing_same" name="billing_same" value="1"${!isWanted && html` checked`}>
<span>${boxText(seen)}</span></label>
${fields && html`<div class="fields">${fields}</div>`}
</section>`;
}

/** Renders the label of the box, which has another text if there is no delivery address to use. */
function boxText({ checkout, shown }: Seen): Html | string {
  const { billing_same, billing_none } = shown.locale.texts.checkout;
  if (!shippingOf(checkout)) return billing_none;
  if (methodOf(checkout) === undefined) return billing_same;
  return html`<span class="ship">${billing_same}</span><span class="collect">${billing_none}</span>`;
}
