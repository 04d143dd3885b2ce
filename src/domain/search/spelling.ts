import { loadOnce } from '../values/load-once.js';
import { editDistance } from './edit-distance.js';
import type { SearchLanguage } from './language.js';

/** Minimum letters from which a word of a language without a list may be corrected after any single edit. */
const MIN_LONG_LENGTH = 8;

/** Decides which words may be misspelled, so that a word of the language is never replaced by another one. */
export interface Spelling {
  /** True if `word` is in the list of the language's words; always false without a list. */
  isWord(word: string): boolean;
  /** True if `typed`, which is no word of the list, is likely to be a misspelling of `meant`. */
  mayMean(typed: string, meant: string): boolean;
}

// English has a list with a permissive license; the list is loaded with the first unknown word.
const ENGLISH = loadOnce(async () => (await import('./english-words.js')).ENGLISH_WORDS);

/** Returns the spelling rules of a language. */
export async function findSpelling(language: SearchLanguage): Promise<Spelling> {
  if (language.code !== 'en') return UNLISTED;
  const words = await ENGLISH.get();
  return { isWord: (word) => words.includes(` ${language.term(word)} `), mayMean: () => true };
}

/**
 * Without a list, only slips that rarely make another word are corrected: swapped neighbors, a letter doubled or not,
 * and one edit in long words.
 */
const UNLISTED: Spelling = {
  isWord: () => false,
  mayMean: (typed, meant) =>
    withoutDoubles(typed) === withoutDoubles(meant) ||
    isSwapped(typed, meant) ||
    (Math.min(typed.length, meant.length) >= MIN_LONG_LENGTH && editDistance(typed, meant, 1) <= 1),
};

function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}

function isSwapped(one: string, other: string): boolean {
  const sorted = (word: string) => [...word].sort().join('');
  return sorted(one) === sorted(other) && editDistance(one, other, 1) <= 1;
}
