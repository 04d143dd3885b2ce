import type { SearchLanguage } from './language.js';
import type { VocabularyWord } from './wanted.js';

/** A term that an item may have for a word of the query. */
export interface Alternative {
  readonly term: string;
  /** 1 = it is the word itself; less = it is only near it. */
  readonly weight: number;
  /** How many items on sale have it. */
  readonly items: number;
}

/** A word of the query, and the terms of the shop that stand for it. */
export interface Sought {
  readonly asked: string;
  readonly alternatives: readonly Alternative[];
  /** The word of the shop that was taken in its place. */
  readonly replaced?: string;
}

/** What a near term counts for beside the word itself. */
export const WEIGHTS = { whole: 1, ending: 0.9, mended: 0.7, part: 0.6, beginning: 0.5 } as const;

/** A longer word that ends with what was asked for is such a thing too: a Schreibtischlampe is a Lampe. */
export function isWhole(weight: number): boolean {
  return weight >= WEIGHTS.ending;
}

/** Terms of longer words, or near ones, that stand for one word at most: those that the most items have. */
const MAX_NEAR = 12;

/** The words of an answer, by word and by term. */
export class Known {
  private readonly byWord = new Map<string, VocabularyWord[]>();
  private readonly byTerm = new Map<string, VocabularyWord[]>();

  constructor(...answers: readonly (readonly VocabularyWord[])[]) {
    for (const word of answers.flat()) {
      add(this.byWord, word.word, word);
      add(this.byTerm, word.term, word);
    }
  }

  /** Items with a word, in whatever language its terms were made. */
  itemsOf(word: string): number {
    return Math.max(0, ...(this.byWord.get(word) ?? []).map(({ items }) => items));
  }

  /** The terms that a word stands for, as its own and as it stands in items; or those that are among `more`. */
  wholes(word: string, language: SearchLanguage, ...more: readonly string[]): Alternative[] {
    const terms = new Set([language.term(word), ...(this.byWord.get(word) ?? []).map(({ term }) => term), ...more]);
    return [...terms].flatMap((term) => {
      const items = sum(this.byTerm.get(term) ?? []);
      return items > 0 ? [{ term, weight: WEIGHTS.whole, items }] : [];
    });
  }
}

/** The terms of words that are only near what was asked for. */
export function nearTerms(words: readonly VocabularyWord[], weight: number): Alternative[] {
  const terms = new Map<string, VocabularyWord[]>();
  for (const word of words) add(terms, word.term, word);
  return [...terms]
    .map(([term, found]) => ({ term, weight, items: sum(found) }))
    .sort((a, b) => b.items - a.items || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_NEAR);
}

/** Each term once, with the weight that it got first. */
export function alternativesOf(...found: readonly (readonly Alternative[])[]): Alternative[] {
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
