import type { SearchLanguage } from './language.js';
import type { VocabularyWord } from './search-reads.js';

/** A vocabulary term that matches a word of the query. */
export interface Alternative {
  readonly term: string;
  /** Between 0 and 1: 1 for the word itself, less for near words. */
  readonly weight: number;
  /** Number of items on sale with the term. */
  readonly items: number;
}

/** A word of the query with the vocabulary terms that match it. */
export interface MatchedWord {
  readonly word: string;
  readonly alternatives: readonly Alternative[];
  /** Spelling correction: the vocabulary word that is searched for instead of `word`. */
  readonly correction?: string;
}

/** Weight of a near term relative to the word itself. */
export const WEIGHTS = { whole: 1, ending: 0.9, synonym: 0.8, corrected: 0.7, part: 0.6, beginning: 0.5 } as const;

/** True for exact matches and for compounds that end with the word, as a Schreibtischlampe (desk lamp) is a Lampe. */
export function isFullMatch(weight: number): boolean {
  return weight >= WEIGHTS.ending;
}

/** Maximum near terms per word; the most frequent ones are used. */
const MAX_NEAR = 12;

/** Vocabulary results, grouped by word and by term. */
export class VocabularyMatches {
  private readonly byWord = new Map<string, VocabularyWord[]>();
  private readonly byTerm = new Map<string, VocabularyWord[]>();

  constructor(...answers: readonly (readonly VocabularyWord[])[]) {
    for (const word of answers.flat()) {
      add(this.byWord, word.word, word);
      add(this.byTerm, word.term, word);
    }
  }

  /** Number of items with the word. If the vocabulary has the word with several terms, the highest of the counts. */
  countItems(word: string): number {
    return Math.max(0, ...(this.byWord.get(word) ?? []).map(({ items }) => items));
  }

  /** Lists those of these terms that items have: the word's stem, the terms stored for the word, and `more`. */
  exactMatches(word: string, language: SearchLanguage, ...more: readonly string[]): Alternative[] {
    const terms = new Set([language.term(word), ...(this.byWord.get(word) ?? []).map(({ term }) => term), ...more]);
    return [...terms].flatMap((term) => {
      const items = sum(this.byTerm.get(term) ?? []);
      return items > 0 ? [{ term, weight: WEIGHTS.whole, items }] : [];
    });
  }
}

/** Groups near words by their term, and returns the terms that occur in the largest numbers of items. */
export function findNearTerms(words: readonly VocabularyWord[], weight: number): Alternative[] {
  const terms = new Map<string, VocabularyWord[]>();
  for (const word of words) add(terms, word.term, word);
  return [...terms]
    .map(([term, found]) => ({ term, weight, items: sum(found) }))
    .sort((a, b) => b.items - a.items || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_NEAR);
}

export function weighted(alternatives: readonly Alternative[], weight: number): Alternative[] {
  return alternatives.map((one) => ({ ...one, weight }));
}

/** Removes duplicate terms; each retains its first weight. */
export function mergeAlternatives(...found: readonly (readonly Alternative[])[]): Alternative[] {
  const terms = new Map<string, Alternative>();
  for (const alternative of found.flat()) {
    if (!terms.has(alternative.term)) terms.set(alternative.term, alternative);
  }
  return [...terms.values()];
}

function add(map: Map<string, VocabularyWord[]>, key: string, word: VocabularyWord): void {
  const words = map.get(key);
  if (!words) map.set(key, [word]);
  else if (!words.includes(word)) words.push(word);
}

function sum(words: readonly VocabularyWord[]): number {
  const distinct = new Map(words.map((word) => [`${word.word} ${word.term}`, word.items]));
  return [...distinct.values()].reduce((total, items) => total + items, 0);
}
