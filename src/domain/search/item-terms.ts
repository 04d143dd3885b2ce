import type { Item } from '../shop/item.js';
import { languageOf, type SearchLanguage } from './language.js';
import { choiceWordsOf, chunksOf, wordsOf } from './tokens.js';

/** Counted up when the terms of items change, so that a store makes them anew. */
const FORM = 2;

/** What a field of an item counts for in the ranking, in the order of `facts`. `head` is what the title calls the thing. */
export const FIELDS = ['head', 'title', 'keywords', 'brand', 'categories', 'properties', 'description'] as const;
export type Field = (typeof FIELDS)[number];

/** Different words of a description that are kept; its end says the least. */
const MAX_DESCRIBED = 200;

/** What a store keeps of an item to find it by. */
export interface ItemTerms {
  /** By which it is found: a term that it has; `=` and a term of its title; `@` and a category. */
  readonly tokens: readonly string[];
  /** The terms of each field, for the ranking: a tab between two fields, a space between two terms. Only the domain reads them. */
  readonly facts: string;
  /** Its words with their terms, for the shop's vocabulary. */
  readonly words: ReadonlyMap<string, string>;
}

/** Which terms a shop's items have: two that differ must be made anew. `language` is a BCP 47 tag. */
export function termsForm(language: string): string {
  return `${FORM} ${languageOf(language).code}`;
}

/** How an item is found, in the language of its shop. */
export function itemTerms(item: Item, tag: string): ItemTerms {
  const language = languageOf(tag);
  const words = new Map<string, string>();
  const terms = (text: string, split = wordsOf) => {
    const found = split(text, language);
    for (const word of found) words.set(word, language.term(word));
    return found.map((word) => language.term(word));
  };
  const title = unique(terms(item.title));
  const fields: Readonly<Record<Field, readonly string[]>> = {
    head: headOf(item, language),
    title,
    keywords: unique(item.keywords.flatMap((keyword) => [...terms(keyword), ...terms(pairOf(keyword))])),
    brand: unique(terms(item.brand ?? '')),
    categories: unique(item.categories.flatMap((category) => terms(category))),
    properties: unique([
      ...item.property_specs.flatMap(({ values }) => values.flatMap(({ value }) => terms(value))),
      ...choicesOf(item).flatMap((choice) => terms(choice, choiceWordsOf)),
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

/** Case, marks, plurals and small words do not count: "Coffee & Tea" and "coffees and teas" are one category. */
export function categoryToken(category: string, tag: string): string {
  const language = languageOf(tag);
  return `@${wordsOf(category, language)
    .map((word) => language.term(word))
    .join('.')}`;
}

/** What can be chosen, with its names where there is a choice: "Size", "S", "M". */
function choicesOf({ property_specs, options }: Item): string[] {
  const specs = property_specs.filter(({ values }) => values.length > 0);
  return [
    ...specs.flatMap(({ name, values }) => [name, ...values.map(({ value }) => value)]),
    ...options.flatMap(({ name, value }) => [name, value]),
  ];
}

/** A keyword of two words is also one: who asks for a "gift card" means less a card for a gift. */
function pairOf(keyword: string): string {
  const words = chunksOf(keyword).flat();
  return words.length === 2 ? words.join('') : '';
}

function headOf({ title, brand }: Item, language: SearchLanguage): readonly string[] {
  const [phrase = ''] = title.split(/[,;:(|–—]| - /);
  const chunks = chunksOf(phrase).map((chunk) => chunk.join(''));
  const end = chunks.findIndex((word, index) => index > 0 && language.breaks.has(word));
  const ofBrand = new Set(wordsOf(brand ?? '', language));
  const named = (end === -1 ? chunks : chunks.slice(0, end)).filter(
    (word) => !language.stopWords.has(word) && !ofBrand.has(word),
  );
  const head = language.headFirst ? named[0] : named.at(-1);
  return head === undefined ? [] : [language.term(head)];
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}
