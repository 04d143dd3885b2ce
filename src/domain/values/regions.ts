import { foldCase } from './fold-case.js';
import { memo } from './memo.js';
import { alpha3Table, regionTable } from './region-table.js';

/** The regions of one country (ISO 3166-2). */
interface Regions {
  /** Code by code and by name, both folded. */
  readonly codes: ReadonlyMap<string, string>;
}

/** Countries whose regions are kept once they were asked for. */
const MAX_COUNTRIES = 64;

const regionsOf = memo(MAX_COUNTRIES, (country: string): Regions => {
  const [, list = ''] = new RegExp(`\\n${country} (.*)\\n`).exec(regionTable()) ?? [];
  const entries = list === '' ? [] : list.split('|').map((entry) => entry.split(/[=;]/));
  const codes = new Map(entries.map(([code = '']) => [foldCase(code), code]));
  // A code counts before a name, and the name of a larger region before the same of a smaller one.
  for (const [code = '', ...names] of entries) {
    for (const name of names.map(foldCase)) if (!codes.has(name)) codes.set(name, code);
  }
  return { codes };
});

const PREFIX = /^(?:the )?(?:free )?(?:state|province|commonwealth|territory|region|canton|land|freistaat) (?:of )?/;
const SUFFIX = / (?:state|province|region|territory)$/;

/**
 * The code of a region without its country ("WA"), of its code, of both ("US-WA"), or of its name in the country's own
 * language or in English. Undefined when the country has no such region, or is none.
 */
export function regionCode(country: string, text: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  const { codes } = regionsOf(country);
  const name = foldCase(text);
  const own = country.toLowerCase();
  return (
    codes.get(name) ??
    (name.startsWith(`${own} `) ? codes.get(name.slice(own.length + 1)) : undefined) ??
    codes.get(name.replace(PREFIX, '').replace(SUFFIX, ''))
  );
}

/** The codes and names of a country's regions, folded; none where nothing is known of the country. */
export function regionNames(country: string): readonly string[] {
  return /^[A-Z]{2}$/.test(country) ? [...regionsOf(country).codes.keys()] : [];
}

/** The country of an alpha-3 code in upper case. */
export function countryOfAlpha3(code: string): string | undefined {
  return /^[A-Z]{3}$/.test(code) ? new RegExp(`\\|${code}=([A-Z]{2})\\|`).exec(alpha3Table())?.[1] : undefined;
}
