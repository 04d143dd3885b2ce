import { categoryToken } from '../../domain/search/item-terms.js';
import { type PriceBounds, priceInWords } from '../../domain/search/price-words.js';
import type { ItemFilter } from '../../domain/search/search-reads.js';

/** Search input on every surface. */
export interface SearchInput {
  readonly query?: string | undefined;
  readonly min_price?: number | undefined;
  readonly max_price?: number | undefined;
  readonly in_stock?: boolean | undefined;
  /** Category names, one of which an item must have; empty for all items. */
  readonly categories: readonly string[];
}

/** A parsed search request. */
export interface SearchRequest {
  /** The query without its price; `undefined` if no words remain, so that all items are listed. */
  readonly words: string | undefined;
  readonly filter: ItemFilter;
  /** Category tokens. */
  readonly categories: readonly string[];
  /** The filter parsed from words of the query. */
  readonly inWords: PriceBounds;
}

/** Parses a request. A price in words applies only if no member sets one. */
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
