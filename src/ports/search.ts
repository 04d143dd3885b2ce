import type { Candidate, CandidateQuery, VocabularyQuery, VocabularyWord } from '../domain/search/search-reads.js';

/** The part of a store that finds items. */
export interface SearchReader {
  /**
   * The words of each wish, in its order. By word and term: in the order of the words, then terms. By start: in the order of the
   * words, by end: in the order of the words read backwards; both by code points, and without words that have a digit.
   */
  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Items on sale of a shop; those of one stage in the order of `seq`. */
  candidates(shopId: string, wanted: CandidateQuery): Promise<readonly Candidate[]>;
}
