import type { Item } from '../shop/item.js';
import { findLanguage, type SearchLanguage } from './language.js';
import { splitChoiceWords, splitChunks, splitWords } from './tokens.js';

/** Must be increased when code changes produce other terms for the same item, so that stores rebuild their indexes. */
const FORM = 2;

/** Ranked fields of an item, in the order of `facts`. `head` is the main noun of the title. */
export const FIELDS = ['head', 'title', 'keywords', 'brand', 'categories', 'properties', 'description'] as const;
export type Field = (typeof FIELDS)[number];

/** Maximum distinct words indexed from a description; the first ones are used, since its end matters least. */
const MAX_DESCRIBED = 200;

/** Search data that a store saves for an item. */
export interface ItemTerms {
  /** Lookup tokens: a term of the item, `=` and a term of its title, or `@` and a category. */
  readonly tokens: readonly string[];
  /** Terms of each field for ranking: terms separated by spaces, fields by tabs. Only the domain reads them. */
  readonly facts: string;
  /** Words and their terms, for the shop's vocabulary. */
  readonly words: ReadonlyMap<string, string>;
}

/** Version of the terms for a BCP 47 language tag. If it differs from the stored one, the terms must be rebuilt. */
export function termsForm(language: string): string {
  return `${FORM} ${findLanguage(language).code}`;
}

/** Builds the search data of an item in its shop's language. */
export function itemTerms(item: Item, tag: string): ItemTerms {
  const language = findLanguage(tag);
  const words = new Map<string, string>();
  const terms = (text: string, split = splitWords) => {
    const found = split(text, language);
    for (const word of found) words.set(word, language.term(word));
    return found.map((word) => language.term(word));
  };
  const title = unique(terms(item.title));
  const fields: Readonly<Record<Field, readonly string[]>> = {
    head: headOf(item, language),
    title,
    keywords: unique([
      ...item.keywords.flatMap((keyword) => [...terms(keyword), ...terms(pairOf(keyword))]),
      ...skuTextsOf(item).flatMap((text) => terms(text)),
    ]),
    brand: unique(terms(item.brand ?? '')),
    categories: unique(item.categories.flatMap((category) => terms(category))),
    properties: unique([
      ...item.property_specs.flatMap(({ values }) => values.flatMap(({ value }) => terms(value))),
      ...choicesOf(item).flatMap((choice) => terms(choice, splitChoiceWords)),
    ]),
    description: unique(terms(item.description)).slice(0, MAX_DESCRIBED),
  };
  const all = new Set(FIELDS.flatMap((field) => fields[field]));
  for (const [word, term] of words) if (!all.has(term)) words.delete(word);
  return {
    tokens: [
      ...all,
      ...title.map(titleToken),
      ...unique(item.categories.map((category) => categoryToken(category, tag))),
    ],
    facts: FIELDS.map((field) => fields[field].join(' ')).join('\t'),
    words,
  };
}

export function titleToken(term: string): string {
  return `=${term}`;
}

/**
 * Builds the token of a category, ignoring case, marks, plurals and stop words: "Coffee & Tea" and "coffees and teas"
 * are the same category.
 */
export function categoryToken(category: string, tag: string): string {
  const language = findLanguage(tag);
  return `@${splitWords(category, language)
    .map((word) => language.term(word))
    .join('.')}`;
}

/** Names and values of an item's choices: "Size", "S", "M". */
function choicesOf({ property_specs, options }: Item): string[] {
  const specs = property_specs.filter(({ values }) => values.length > 0);
  return [
    ...specs.flatMap(({ name, values }) => [name, ...values.map(({ value }) => value)]),
    ...options.flatMap(({ name, value }) => [name, value]),
  ];
}

/**
 * Texts that make a SKU findable in parts and as one word: `NW 116/S` is found by "nw 116", "nw-116/s" and "nw116s".
 */
function skuTextsOf({ sku = '' }: Item): string[] {
  return [sku, splitChunks(sku).flat().join('')];
}

/** Joins the words of a two-word keyword, so that they also match as a pair: "gift card" is not a gift and a card. */
function pairOf(keyword: string): string {
  const words = splitChunks(keyword).flat();
  return words.length === 2 ? words.join('') : '';
}

function headOf({ title, brand }: Item, language: SearchLanguage): readonly string[] {
  const [phrase = ''] = title.split(/[,;:(|–—]| - /);
  const chunks = splitChunks(phrase).map((chunk) => chunk.join(''));
  const end = chunks.findIndex((word, index) => index > 0 && language.breaks.has(word));
  const ofBrand = new Set(splitWords(brand ?? '', language));
  const named = (end === -1 ? chunks : chunks.slice(0, end)).filter(
    (word) => !language.stopWords.has(word) && !ofBrand.has(word),
  );
  const head = language.headFirst ? named[0] : named.at(-1);
  return head === undefined ? [] : [language.term(head)];
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}
