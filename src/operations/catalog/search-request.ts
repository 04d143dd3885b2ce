import { categoryToken } from '../../domain/search/item-terms.js';
import { type PriceBounds, priceInWords } from '../../domain/search/price-words.js';
import type { ItemFilter } from '../../domain/search/search-reads.js';

/** What may be asked of a search, on every surface. */
export interface SearchInput {
  readonly query?: string | undefined;
  readonly min_price?: number | undefined;
  readonly max_price?: number | undefined;
  readonly in_stock?: boolean | undefined;
  /** Names of categories, of which an item has one; [] = all items. */
  readonly categories: readonly string[];
}

/** What a call of the search asks for. */
export interface SearchRequest {
  /** The query without its price; undefined = there is none, and everything is listed. */
  readonly words: string | undefined;
  readonly filter: ItemFilter;
  /** Their tokens. */
  readonly categories: readonly string[];
  /** The filter that words of the query were taken for. */
  readonly inWords: PriceBounds;
}

/** Reads a call. A price in words counts where no member says it. */
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
