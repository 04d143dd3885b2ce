import type { Candidate, CandidateQuery, VocabularyQuery, VocabularyWord } from '../domain/search/search-reads.js';

/** Item search of a store. */
export interface SearchReader {
  /**
   * Returns the words found by each query, in query order. Queries by word or by term order them by word, then term.
   * Queries by the start of a word order them by word; queries by its end, by reversed word. The latter two compare
   * code points and skip words with digits.
   */
  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Items on sale, stage by stage; within a stage ordered by `seq`. */
  candidates(shopId: string, wanted: CandidateQuery): Promise<readonly Candidate[]>;
}
