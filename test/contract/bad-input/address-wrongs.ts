import { invalid, type Refusal, tooLong } from './row.js';

type WrongBody = readonly [name: string, body: unknown, refusal: Refusal];

const escaped = (path: string) => path.replaceAll(/[[\].]/g, '\\$&');

/** Returns bodies with a wrong value of each text member: empty, too long, null and a number. */
export function wrongTexts(
  path: string,
  make: (given: object) => unknown,
  limits: Readonly<Record<string, number>>,
): WrongBody[] {
  return Object.entries(limits).flatMap(([member, limit]) => {
    const refusal = invalid(new RegExp(`^${escaped(`${path}.${member}`)}: `));
    const wrong: readonly (readonly [string, unknown])[] = [
      ['empty', ''],
      ['too long', tooLong(limit)],
      ['null', null],
      ['a number', 1],
    ];
    return wrong.map(([name, value]): WrongBody => [`${path}.${member} ${name}`, make({ [member]: value }), refusal]);
  });
}

/** Returns bodies with a wrong country. An absent country is reported as required. */
export function wrongCountries(path: string, make: (country: unknown) => unknown): WrongBody[] {
  const refusal = invalid(new RegExp(`^${escaped(`${path}.address_country`)}: `));
  const wrong = ['', 'U', 'ZZ', 'USA', 'U ', 'ß', 840, null];
  return [
    [`${path}.address_country absent`, make(undefined), invalid(/address_country: is required/)],
    ...wrong.map((value): WrongBody => [`${path}.address_country ${JSON.stringify(value)}`, make(value), refusal]),
  ];
}

export const ADDRESS_LIMITS = {
  first_name: 100,
  last_name: 100,
  full_name: 200,
  phone_number: 50,
  street_address: 200,
  extended_address: 200,
  address_locality: 100,
  address_region: 100,
  postal_code: 20,
};
