import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** Source of a generated catalog's items: a family is one product in many variants. */
export interface Family {
  readonly slug: string;
  /** Noun at the end of each title. */
  readonly noun: string;
  readonly categories: readonly string[];
  readonly brands: readonly string[];
  /**
   * Two lists of differences between variants: one entry of the first precedes the noun, one of the second follows a
   * comma.
   */
  readonly kinds: readonly string[];
  readonly options: readonly string[];
  readonly description: string;
  readonly keywords: readonly string[];
  /** Lowest and highest price, in minor units. */
  readonly price: readonly [low: number, high: number];
}

const list = (text = '') => (text === '' ? [] : text.split('|'));

/** Reads the families in a CSV file. A family with fewer than two brands also gets the house brand. */
function familiesIn(file: string, house: string): Family[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL(file, import.meta.url)), { columns: true });
  return rows.map(
    ({ slug = '', noun = '', description = '', categories, brands, kinds, options, keywords, low, high }) => ({
      slug,
      noun,
      categories: list(categories),
      brands: list(brands).length > 1 ? list(brands) : [...list(brands), house],
      kinds: list(kinds),
      options: list(options),
      description,
      keywords: list(keywords),
      price: [Number(low), Number(high)],
    }),
  );
}

/** Families of an English general store. */
export const ENGLISH = familiesIn('families-english.csv', 'Commonhouse');

/** Families of a German shop. */
export const GERMAN = familiesIn('families-german.csv', 'Hausmarke');
