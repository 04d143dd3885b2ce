/** The reads that search makes of a store: a shop's vocabulary and candidate items. The domain ranks them. */

/** A word of items on sale. */
export interface VocabularyWord {
  /** Folded, as stored. */
  readonly word: string;
  /** The term that finds it. */
  readonly term: string;
  /** Items on sale with the word. */
  readonly items: number;
}

/**
 * Requested vocabulary: words of a list, words with listed terms, or words that start or end with a text within a
 * maximum length. The empty word is in every item on sale, so its count is the number of items.
 */
export type VocabularyQuery =
  | { readonly by: 'word' | 'term'; readonly texts: readonly string[] }
  | { readonly by: 'start' | 'end'; readonly text: string; readonly longest: number; readonly limit: number };

/** Each group must match one of its tokens. */
export type TokenGroups = readonly (readonly string[])[];

/** Filters; `undefined` matches anything. */
export interface ItemFilter {
  /** Minor units, inclusive. */
  readonly min_price: number | undefined;
  readonly max_price: number | undefined;
  readonly in_stock: boolean | undefined;
}

export interface CandidateQuery {
  /** Matches of the first stage, then of the second, and so on; each item once. */
  readonly stages: readonly TokenGroups[];
  readonly filter: ItemFilter;
  /** Maximum items returned. */
  readonly limit: number;
  /** Maximum items examined per stage, which bounds the cost of a filter that nothing passes. */
  readonly depth: number;
  /** Maximum items of one product per stage, so that its variants leave room for others. */
  readonly of_product: number;
}

/** An item on sale that may match. */
export interface Candidate {
  /** Position among the shop's items, in order of creation. */
  readonly seq: number;
  /** The merchant's id of the item. */
  readonly id: string;
  /** Null if not a variant. */
  readonly product_id: string | null;
  /** Built by the domain (src/domain/search/item-terms.ts). */
  readonly facts: string;
}
