import { personName } from '../shop/address.js';
import {
  ADDRESS_FIELDS,
  BILLING_PARTS,
  billingField,
  type Form,
  formOf,
  propertyField,
  quantityField,
} from './form.js';
import { methodOf, optionsOf } from './parts-of.js';
import type { Read } from './read.js';

/** Returns the country that a billing address form starts with. */
export function billingCountry({ checkout, destination }: Pick<Read, 'checkout' | 'destination'>): string {
  const { billing_address, context } = checkout;
  return billing_address?.address_country ?? destination?.address_country ?? context.address_country;
}

/** Returns the initial values of the form fields. Empty values are omitted. */
export function fieldValues({ checkout, destination }: Pick<Read, 'checkout' | 'destination'>): Form {
  const { buyer = {}, billing_address, line_items } = checkout;
  const address = {
    ...destination,
    full_name: destination && personName({ ...destination, name: destination.full_name }),
  };
  const billing = billing_address && {
    ...billing_address,
    full_name: personName({ ...billing_address, name: billing_address.full_name }),
    address_country: billingCountry({ checkout, destination }),
  };
  const values: readonly (readonly [string, string | undefined])[] = [
    ['email', buyer.email],
    ['buyer_name', personName({ ...buyer, name: buyer.full_name })],
    ...ADDRESS_FIELDS.map((name) => [name, address[name]] as const),
    ['address_country', destination?.address_country ?? checkout.context.address_country],
    ['billing_same', billing ? undefined : '1'],
    ...BILLING_PARTS.map((part) => [billingField(part), billing?.[part]] as const),
    ['method', methodOf(checkout)],
    ['selected_option_id', optionsOf(checkout).find(({ isSelected }) => isSelected)?.option.id],
    ...line_items.flatMap(({ id, quantity, property_specs, properties }) => [
      [quantityField(id), String(quantity)] as const,
      ...property_specs.map(
        (spec, index) => [propertyField(id, index), properties.find(({ name }) => name === spec.name)?.value] as const,
      ),
    ]),
  ];
  return formOf(Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== '')));
}

/**
 * Returns the entries that the person changed. Values that were only shown are left out, since they may be outdated.
 */
export function typedOf(form: Form): Form {
  const was = formOf(parsed(form.was));
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => name !== 'was' && value !== (was[name] ?? '')),
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
