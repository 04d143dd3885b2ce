import type { Candidate, CandidateQuery, VocabularyQuery, VocabularyWord } from '../domain/search/search-reads.js';

/** Item search of a store. */
export interface SearchReader {
  /**
   * Words for each query, in order. By word and by term: ordered by word, then term. By start: ordered by word; by end:
   * ordered by reversed word; both by code point, and without words containing digits.
   */
  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Items on sale; within a stage in the order of `seq`. */
  candidates(shopId: string, wanted: CandidateQuery): Promise<readonly Candidate[]>;
}
