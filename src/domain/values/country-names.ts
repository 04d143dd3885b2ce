import { COUNTRY_CODES } from './countries.js';
import { foldCase } from './fold-case.js';
import { memo } from './memo.js';
import { nearest } from './nearest.js';
import { countryOfAlpha3 } from './regions.js';

/** Names that no list of countries has; the parts of the United Kingdom are regions of it. */
const COMMON_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['us', 'US'],
  ['united states of america', 'US'],
  ['america', 'US'],
  ['holland', 'NL'],
  ['the netherlands', 'NL'],
];

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'];

/** Texts whose country is remembered; each is a caller's. */
const MAX_TEXTS = 500;

let names: ReadonlyMap<string, string> | undefined;

/** By folded name, in the languages above; made with the first name that is asked for, since it takes some milliseconds. */
function namesOfCountries(): ReadonlyMap<string, string> {
  if (names) return names;
  const found = LANGUAGES.flatMap((language) => {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region' });
    return [...COUNTRY_CODES].map((code): [string, string] => [foldCase(inLanguage.of(code) ?? code), code]);
  });
  names = new Map([...found, ...COMMON_NAMES]);
  return names;
}

const codeOfName = memo(MAX_TEXTS, (text: string): string | undefined => namesOfCountries().get(foldCase(text)));

/** The code of the country whose name, in one of the languages, is nearest to a text that is none. */
export function nearCountry(text: string): string | undefined {
  const found = namesOfCountries();
  return found.get(nearest(text, [...found.keys()]) ?? '');
}

/** The alpha-2 code of a country: of the code itself in any case, of alpha-3, or of a name. Undefined = none is meant. */
export function countryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (COUNTRY_CODES.has(upper)) return upper;
  return countryOfAlpha3(upper.replaceAll('.', '')) ?? (text.length <= 60 ? codeOfName(text) : undefined);
}
