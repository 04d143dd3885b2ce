import { COUNTRY_CODES } from '../domain/values/countries.js';
import type { PaymentField } from '../ports.js';
import { type Html, html } from './html.js';

interface Field extends Omit<PaymentField, 'options'> {
  readonly value?: string | undefined;
}

/** The label contains its field, since two forms of a page may have fields of the same name. */
export function field({ name, label, value, type = 'text', required = false, autocomplete = 'off' }: Field): Html {
  return html`<p><label>${label}${!required && html` <small>(optional)</small>`}
<input name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}"${required && html` required`}></label></p>`;
}

/** A field with a list of options. */
export function choice({ name, label, options = [], required = false, autocomplete = 'off' }: PaymentField): Html {
  const none = !required && html`<option value=""></option>`;
  return html`<p><label>${label}${!required && html` <small>(optional)</small>`}
<select name="${name}" autocomplete="${autocomplete}"${required && html` required`}>${none}${options.map(
    (option) => html`<option value="${option.value}">${option.label}</option>`,
  )}</select></label></p>`;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES = [...COUNTRY_CODES]
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** The name of a country, or its code where it has no name. */
export function countryName(code: string): string {
  return COUNTRY_CODES.has(code) ? (NAMES.of(code) ?? code) : code;
}

/** The fields of a shipping address, with the values that are known. */
export function addressFields(
  known: Readonly<Record<string, unknown>>,
  context: { readonly address_country: string },
): Html {
  const text = (name: string, label: string, autocomplete: string, required = false) => {
    const value = known[name];
    return field({ name, label, autocomplete, required, value: typeof value === 'string' ? value : undefined });
  };
  return html`${text('full_name', 'Name', 'name')}
${text('street_address', 'Street and house number', 'address-line1', true)}
${text('extended_address', 'Apartment, floor', 'address-line2')}
${text('address_locality', 'City or town', 'address-level2', true)}
${text('address_region', 'State or province', 'address-level1')}
${text('postal_code', 'Postal code', 'postal-code', true)}
<p><label for="country">Country</label>
<select id="country" name="address_country" autocomplete="country">${COUNTRIES.map(
    ({ code, name }) =>
      html`<option value="${code}"${code === context.address_country && html` selected`}>${name}</option>`,
  )}</select></p>
${text('instructions', 'Delivery instructions', 'off')}`;
}
