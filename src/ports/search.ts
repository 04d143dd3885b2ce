import type { Candidate, CandidateQuery, VocabularyQuery, VocabularyWord } from '../domain/search/search-reads.js';

/** Item search of a store. */
export interface SearchReader {
  /**
   * Returns for each query, in query order, the words that it finds. Queries by word sort them by word, then by term;
   * queries by term do the opposite. Queries by the start of a word sort them by word, and queries by its end sort them
   * by reversed word; both compare code points and skip words with digits.
   */
  vocabulary(shopId: string, wanted: readonly VocabularyQuery[]): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Returns items on sale, stage by stage, and within each stage ordered by `seq`. */
  candidates(shopId: string, wanted: CandidateQuery): Promise<readonly Candidate[]>;
}
