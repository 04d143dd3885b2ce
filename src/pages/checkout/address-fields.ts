import type { PostalAddress } from '../../domain/values/address.js';
import { type Html, html } from '../html.js';
import { personName } from '../shop/address.js';
import { addressForm, addressLabel } from '../shop/address-form.js';
import { type Field, field } from './fields.js';
import { type BILLING_PARTS, billingField } from './form.js';
import type { Seen } from './seen.js';

type Part = (typeof BILLING_PARTS)[number];

/** Autofill tokens of the address fields. */
const PLACE_TOKENS = {
  address_locality: 'address-level2',
  address_region: 'address-level1',
  postal_code: 'postal-code',
} as const;

interface ShownAddress {
  readonly kind: 'shipping' | 'billing';
  readonly known: PostalAddress | undefined;
  readonly country: string;
  readonly countries: readonly { readonly code: string; readonly name: string }[];
}

/**
 * Renders the fields of an address in the format of its country. `isUneven` means that the last row has room for
 * another half-width field.
 */
export function addressFields(seen: Seen, { kind, known, country, countries }: ShownAddress) {
  const { texts } = seen.shown.locale;
  const nameOf = (part: Part) => (kind === 'billing' ? billingField(part) : part);
  const values: Readonly<Record<string, string | undefined>> = {
    ...known,
    full_name: known && personName({ ...known, name: known.full_name }),
  };
  const one = (part: Part, token: string, { label = texts.fields[part], ...more }: Partial<Field> = {}): Html =>
    field(seen, {
      name: nameOf(part),
      label,
      listedAs: kind === 'billing' ? `${texts.order.billing}, ${label}` : label,
      autocomplete: `${kind} ${token}`,
      value: values[part],
      ...more,
    });
  const region = nameOf('address_region');
  const isFilled = [values.address_region, seen.typed[region], seen.errors[region]].some(Boolean);
  const form = addressForm(seen.shown.face.shop.settings, country, isFilled);
  const options = countries.map(({ code, name }) => ({ value: code, label: name }));
  // Must be rendered in page order: each field adds its label to those of the list of problems.
  const person = html`${one('full_name', 'name', { required: form.needsName })}
${one('address_country', 'country', { value: country, required: true, options })}
${one('street_address', 'address-line1', { required: form.required.includes('street_address') })}
${one('extended_address', 'address-line2')}`;
  const place = form.fields.map((part) =>
    one(part, PLACE_TOKENS[part], {
      label: addressLabel(part, country, texts),
      required: form.required.includes(part),
      half: true,
      ...(part === 'address_region' && { options: form.regions(values.address_region) }),
    }),
  );
  const address = html`${person}
${place}`;
  return { address, isUneven: form.fields.length % 2 === 1 };
}
