import type { Candidate, CandidatesWanted, VocabularyWord, WordsWanted } from '../domain/search/wanted.js';

/** The part of a store that finds items. */
export interface SearchReader {
  /**
   * The words of each wish, in its order. By word and term: in the order of the words, then terms. By start: in the order of the
   * words, by end: in the order of the words read backwards; both by code points, and without words that have a digit.
   */
  vocabulary(shopId: string, wanted: readonly WordsWanted[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Items on sale of a shop; those of one stage in the order of `seq`. */
  candidates(shopId: string, wanted: CandidatesWanted): Promise<readonly Candidate[]>;
}
