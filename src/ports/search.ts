import type { Candidate, CandidateQuery, VocabularyQuery, VocabularyWord } from '../domain/search/search-reads.js';

/** Item search of a store. */
export interface SearchReader {
  /**
   * Words found by each query, in query order. Queries by word or term order them by word, then term. Queries by start
   * order them by word, those by end by reversed word; both use code points and skip words with digits.
   */
  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Items on sale, stage by stage; within a stage ordered by `seq`. */
  candidates(shopId: string, wanted: CandidateQuery): Promise<readonly Candidate[]>;
}
