/** What a form of the page was sent with: the text of each field. */
export type Form = Readonly<Record<string, string>>;

/** What is wrong with an entry, by the name of its field, in the reader's language. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The names of the fields that belong to a line of the cart. */
export const quantityField = (lineId: string) => `quantity.${lineId}`;
export const propertyField = (lineId: string, index: number) => `property.${lineId}.${index}`;
/** The fields of a payment handler have its id before their names, since all are in one form. */
export const handlerField = (handlerId: string, name: string) => `${handlerId}.${name}`;

export const ADDRESS_FIELDS = [
  'full_name',
  'street_address',
  'extended_address',
  'postal_code',
  'address_locality',
  'address_region',
  'address_country',
  'phone_number',
  'instructions',
] as const;

/** An entry without space around it; undefined where the form has no such field. */
export function entered(form: Form, name: string): string | undefined {
  return Object.hasOwn(form, name) ? form[name]?.trim() : undefined;
}

/** The fields that are filled in. */
export function filled(form: Form, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = entered(form, name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** The text fields of a form; one that appears twice is left out. */
export function formOf(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
