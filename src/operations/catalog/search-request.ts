import { categoryToken } from '../../domain/search/item-terms.js';
import { type PriceBounds, priceInWords } from '../../domain/search/price-words.js';
import type { ItemFilter } from '../../domain/search/search-reads.js';

/** Input of a search on any surface. */
export interface SearchInput {
  readonly query?: string | undefined;
  readonly min_price?: number | undefined;
  readonly max_price?: number | undefined;
  readonly in_stock?: boolean | undefined;
  /** An item must have at least one of these category names. Empty for all items. */
  readonly categories: readonly string[];
}

/** A parsed search request. */
export interface SearchRequest {
  /** The query without the price it names; `undefined` if no words remain, so that items are listed instead. */
  readonly words: string | undefined;
  readonly filter: ItemFilter;
  /** Search tokens of the categories. */
  readonly categories: readonly string[];
  /** Price filter found in the words of the query. */
  readonly inWords: PriceBounds;
}

/** Parses a search. A price in the query's words applies only if no member sets a price. */
export function readSearchRequest(input: SearchInput, currency: string, language: string): SearchRequest {
  const { query = '', min_price, max_price, in_stock, categories } = input;
  const said = priceInWords(query, currency);
  const inWords = min_price === undefined && max_price === undefined ? said.bounds : {};
  return {
    words: said.rest.trim() === '' ? undefined : said.rest.trim(),
    filter: { min_price: min_price ?? inWords.min_price, max_price: max_price ?? inWords.max_price, in_stock },
    categories: categories.map((category) => categoryToken(category, language)),
    inWords,
  };
}

export function isFiltering({ filter, categories }: SearchRequest): boolean {
  return categories.length > 0 || Object.values(filter).some((value) => value !== undefined);
}
