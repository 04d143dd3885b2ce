/** What a search reads of a store: the words of a shop, and the items that may be meant. The domain ranks them. */

/** A word that items on sale have. */
export interface VocabularyWord {
  /** Folded, as it stands in the items. */
  readonly word: string;
  /** The term by which it is found. */
  readonly term: string;
  /** How many items on sale have it. */
  readonly items: number;
}

/**
 * Which words of a shop's vocabulary are asked for: those in a list, those of terms in a list, or those that begin or end
 * with a text and have no more than so many characters. The empty word is in every item on sale, so it counts them.
 */
export type WordsWanted =
  | { readonly by: 'word' | 'term'; readonly texts: readonly string[] }
  | { readonly by: 'start' | 'end'; readonly text: string; readonly longest: number; readonly limit: number };

/** Every group must have one of its tokens in the item. */
export type TokenGroups = readonly (readonly string[])[];

/** What else must be so; undefined = anything. */
export interface ItemFilter {
  /** Minor units, both included. */
  readonly min_price: number | undefined;
  readonly max_price: number | undefined;
  readonly in_stock: boolean | undefined;
}

export interface CandidatesWanted {
  /** First the items that the first of these finds, then those of the second, and so on; each item once. */
  readonly stages: readonly TokenGroups[];
  readonly filter: ItemFilter;
  /** Items answered at most. */
  readonly limit: number;
  /** Items of one stage that are looked at at most, so that a filter that nothing passes costs no more. */
  readonly depth: number;
  /** Items of one product that one stage finds at most, so that its many variants leave room for others. */
  readonly of_product: number;
}

/** An item on sale that may be meant. */
export interface Candidate {
  /** Its place among the items of the shop, in the order in which they were first written. */
  readonly seq: number;
  /** The item's own id. */
  readonly id: string;
  /** Null = it is no variant of a product. */
  readonly product_id: string | null;
  /** As the domain made them (src/domain/search/item-terms.ts). */
  readonly facts: string;
}
