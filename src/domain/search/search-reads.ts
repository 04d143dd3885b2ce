/** Data that a search reads from a store: a shop's vocabulary and candidate items. The domain ranks them. */

/** A word that items on sale contain. */
export interface VocabularyWord {
  /** The word, folded as stored. */
  readonly word: string;
  /** The word's term, by which items are found. */
  readonly term: string;
  /** Number of items on sale with the word. */
  readonly items: number;
}

/**
 * A request for vocabulary: words from a list, words with one of the listed terms, or words that start or end with a
 * text and do not exceed a length. Every item on sale has the empty word, so its count is the number of items.
 */
export type VocabularyQuery =
  | { readonly by: 'word' | 'term'; readonly texts: readonly string[] }
  | { readonly by: 'start' | 'end'; readonly text: string; readonly longest: number; readonly limit: number };

/** An item matches if it has at least one token of each group. */
export type TokenGroups = readonly (readonly string[])[];

/** Filters for candidates; `undefined` disables a filter. */
export interface ItemFilter {
  /** Minor units, inclusive. */
  readonly min_price: number | undefined;
  readonly max_price: number | undefined;
  readonly in_stock: boolean | undefined;
}

export interface CandidateQuery {
  /**
   * Search stages: matches of the first stage come first, then those of the second, and so on. Each item is returned
   * once.
   */
  readonly stages: readonly TokenGroups[];
  readonly filter: ItemFilter;
  /** Maximum items returned. */
  readonly limit: number;
  /** Maximum items examined per stage, which limits the cost of a filter that excludes everything. */
  readonly depth: number;
  /** Maximum items of one product per stage, so that a product's variants leave room for other products. */
  readonly of_product: number;
}

/** An item on sale that may match. */
export interface Candidate {
  /** The item's position among the shop's items, by time of creation. */
  readonly seq: number;
  /** The merchant's id for the item. */
  readonly id: string;
  /** Null if the item is not a variant. */
  readonly product_id: string | null;
  /** Written by the domain (src/domain/search/item-terms.ts). */
  readonly facts: string;
}
