import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { iso31661, iso31662 } from 'iso-3166';
import { foldCase } from '../domain/values/fold-case.js';
import { OTHER_NAMES, POSTAL_REGIONS } from './region-names.js';

const ENGLISH = 'cldr-subdivisions-full/subdivisions/en/en.json';

/**
 * `src/domain/values/region-table.ts`: ISO 3166-2 codes by country, with local names, and English names where
 * different. Both packages contain a quarter of a megabyte of objects, which a start must not load.
 */
export function regionTable(): string {
  const english = englishNames();
  const lines = iso31661.flatMap(({ alpha2 }) => {
    const regions = regionsOf(alpha2).map(({ code, name }) => {
      const names = [...spoken(name), english(code), ...(OTHER_NAMES[code] ?? [])].filter((one) => one !== undefined);
      return `${code.slice(alpha2.length + 1)}=${distinct(names.flatMap(transcribed)).join(';')}`;
    });
    const all = [...regions, ...(POSTAL_REGIONS[alpha2] ?? [])];
    return all.length === 0 ? [] : `${alpha2} ${all.join('|')}`;
  });
  return `// Made by \`npm run gen\` from the packages iso-3166 and cldr-subdivisions-full. Do not edit.

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

/** Top-level regions first: of two with the same name, the larger one is meant. */
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

/** `Madrid, Comunidad de` also means Comunidad de Madrid and Madrid; `Bolzano, Bozen` has two names. */
function spoken(name: string): string[] {
  const plain = name.replace(/ \(.*\)$/, '');
  const [first = '', ...others] = plain.split(', ');
  return others.length === 1 ? [first, `${others[0]} ${first}`, ...others] : [plain];
}

/** German names without umlauts: `Baden-Wuerttemberg`. */
function transcribed(name: string): string[] {
  const plain = name.replaceAll('ü', 'ue').replaceAll('ö', 'oe').replaceAll('ä', 'ae');
  return plain === name ? [name] : [name, plain];
}

/** Removes the table's separators and duplicate spellings. */
function distinct(names: readonly string[]): string[] {
  const plain = names.map((name) => name.replaceAll(/[|;=`\\$]/g, ' ').trim());
  return plain.filter((name, index) => plain.findIndex((other) => foldCase(other) === foldCase(name)) === index);
}
