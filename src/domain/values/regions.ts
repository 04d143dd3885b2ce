import { foldCase } from './fold-case.js';
import { memo } from './memo.js';
import { alpha3Table, regionTable } from './region-table.js';

/** Regions of a country (ISO 3166-2). */
interface Regions {
  /** Codes by folded code or folded name. */
  readonly codes: ReadonlyMap<string, string>;
  /** Names by code; addresses use the first one. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** Maximum cached countries. */
const MAX_COUNTRIES = 64;

const regionsOf = memo(MAX_COUNTRIES, (country: string): Regions => {
  const [, list = ''] = new RegExp(`\\n${country} (.*)\\n`).exec(regionTable()) ?? [];
  const entries = list === '' ? [] : list.split('|').map((entry) => entry.split(/[=;]/));
  const codes = new Map(entries.map(([code = '']) => [foldCase(code), code]));
  // Codes override names, and larger regions override smaller ones of the same name.
  for (const [code = '', ...names] of entries) {
    for (const name of names.map(foldCase)) if (!codes.has(name)) codes.set(name, code);
  }
  return { codes, names: new Map(entries.map(([code = '', ...names]) => [code, names])) };
});

const PREFIX = /^(?:the )?(?:free )?(?:state|province|commonwealth|territory|region|canton|land|freistaat) (?:of )?/;
const SUFFIX = / (?:state|province|region|territory)$/;

/**
 * Returns the region code without country ("WA") for a code, a code with country ("US-WA"), or a name in the local
 * language or English, which may include a word such as "State of". `undefined` if the country has no matching region.
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

/**
 * Returns the main name of the region with a code. If `also` is given, it must be one of the region's names; otherwise
 * the result is `undefined`.
 */
export function regionName(country: string, code: string, also?: string): string | undefined {
  const names = /^[A-Z]{2}$/.test(country) ? regionsOf(country).names.get(code) : undefined;
  const isNamed = also === undefined || names?.some((name) => foldCase(name) === foldCase(also));
  return isNamed ? names?.[0] : undefined;
}

/** Lists the folded codes and names of a country's regions; empty if unknown. */
export function regionNames(country: string): readonly string[] {
  return /^[A-Z]{2}$/.test(country) ? [...regionsOf(country).codes.keys()] : [];
}

/** Returns the country of an upper-case alpha-3 code; `undefined` if unknown. */
export function countryOfAlpha3(code: string): string | undefined {
  return /^[A-Z]{3}$/.test(code) ? new RegExp(`\\|${code}=([A-Z]{2})\\|`).exec(alpha3Table())?.[1] : undefined;
}
