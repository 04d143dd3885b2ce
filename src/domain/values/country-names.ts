import { COUNTRY_CODES } from './countries.js';
import { foldCase } from './fold-case.js';
import { memo } from './memo.js';
import { nearest } from './nearest.js';
import { countryOfAlpha3 } from './regions.js';

/**
 * Common names that country lists lack. England, Scotland, Wales and Northern Ireland have the code of the United
 * Kingdom.
 */
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

/** Maximum cached texts. There is a limit because callers can send any text. */
const MAX_TEXTS = 500;

let names: ReadonlyMap<string, string> | undefined;

/**
 * Returns the country codes by folded name, in the languages above. The map is built on first use, since building it
 * takes some milliseconds.
 */
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

/** Returns the code of the country whose name is nearest to a text that may be a typo; `undefined` if none is near. */
export function nearCountry(text: string): string | undefined {
  const found = namesOfCountries();
  return found.get(nearest(text, [...found.keys()]) ?? '');
}

/** Returns the alpha-2 code for an alpha-2 or alpha-3 code in any case, or a name; `undefined` if unknown. */
export function countryCode(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (COUNTRY_CODES.has(upper)) return upper;
  return countryOfAlpha3(upper.replaceAll('.', '')) ?? (text.length <= 60 ? codeOfName(text) : undefined);
}
