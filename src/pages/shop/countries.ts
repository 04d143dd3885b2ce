import type { ShopSettings } from '../../domain/shop/shop.js';
import { COUNTRY_CODES } from '../../domain/values/countries.js';
import { memo } from '../../domain/values/memo.js';

const MAX_LANGUAGES = 50;

const namesOf = memo(MAX_LANGUAGES, (tag: string) => new Intl.DisplayNames(tag, { type: 'region' }));

const sortedNames = memo(MAX_LANGUAGES, (tag: string) =>
  [...COUNTRY_CODES]
    .map((code) => ({ code, name: countryName(code, tag) }))
    .sort((a, b) => a.name.localeCompare(b.name, tag)),
);

/** Returns the name of a country in a language, or the country code if there is no name. */
export function countryName(code: string, tag: string): string {
  return COUNTRY_CODES.has(code) ? (namesOf(tag).of(code) ?? code) : code;
}

/** Lists all countries, sorted by name. */
export function everyCountry(tag: string) {
  return sortedNames(tag);
}

/** Lists the countries that the shop delivers to, the selected country and the shop's own country, sorted by name. */
export function countryChoices({ shipping, country }: ShopSettings, chosen: string, tag: string) {
  const zones = shipping.map(({ zone }) => zone.countries);
  const named = zones.every((countries) => countries !== undefined) ? new Set(zones.flat()) : COUNTRY_CODES;
  return sortedNames(tag).filter(({ code }) => named.has(code) || code === chosen || code === country);
}
