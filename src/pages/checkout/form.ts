/** A submitted form: text by field name. */
export type Form = Readonly<Record<string, string>>;

/** Problems of entries by field name, in the reader's language. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Names of the fields of a cart line. */
export const quantityField = (lineId: string) => `quantity.${lineId}`;
export const propertyField = (lineId: string, index: number) => `property.${lineId}.${index}`;
/** Field names of payment handlers begin with the handler's id, since all handlers share one form. */
export const handlerField = (handlerId: string, name: string) => `${handlerId}.${name}`;

/** True for a field of a payment handler. */
export const isPaymentField = (name: string) => name.includes('.') && !/^(quantity|property)\./.test(name);

/** Parts of a billing address that the page has fields for. */
export const BILLING_PARTS = [
  'full_name',
  'street_address',
  'extended_address',
  'postal_code',
  'address_locality',
  'address_region',
  'address_country',
] as const;

/** Fields of a delivery address. */
export const ADDRESS_FIELDS = [...BILLING_PARTS, 'phone_number', 'instructions'] as const;

export const billingField = (part: string) => `billing_${part}`;

/** True if the box that makes a billing address unnecessary was shown and is not checked. */
export function wantsBilling(form: Form): boolean {
  return readEntry(form, 'billing_shown') !== undefined && readEntry(form, 'billing_same') === undefined;
}

/** Returns the trimmed entry; `undefined` if the form lacks the field. */
export function readEntry(form: Form, name: string): string | undefined {
  return Object.hasOwn(form, name) ? form[name]?.trim() : undefined;
}

/** Returns those of the named fields that are not empty. */
export function readFilledFields(form: Form, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = readEntry(form, name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** Returns the text fields of a form. Fields that were sent twice are dropped. */
export function formOf(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
