import type { SearchLanguage } from './language.js';
import { chunksOf, isIdle } from './tokens.js';

/** Words of a query that are looked for; more say nothing new. */
const MAX_WORDS = 12;

/** A word of a query. */
export interface QueryWord {
  /** Folded. */
  readonly word: string;
  readonly term: string;
  /** What it makes with the word before or after it: "tea pot" may stand as "teapot". */
  readonly joined: readonly string[];
  /** It is the last of the query, so that it may be the beginning of a word. */
  readonly isLast: boolean;
}

/** The words of a query that say something, or all of them when none does. */
export function queryWords(query: string, language: SearchLanguage): QueryWord[] {
  const all = chunksOf(query).flat();
  const said = all.map((word, index) => ({ word, index })).filter(({ word }) => !isIdle(word, language));
  const kept = said.length > 0 ? said : all.map((word, index) => ({ word, index }));
  const seen = new Set<string>();
  return kept
    .map(({ word, index }) => ({
      word,
      term: language.term(word),
      joined: [joinedWith(all[index - 1], word), joinedWith(word, all[index + 1])].filter((text) => text !== ''),
      isLast: index === all.length - 1,
    }))
    .filter(({ term }) => !seen.has(term) && seen.add(term))
    .slice(0, MAX_WORDS);
}

function joinedWith(one: string | undefined, next: string | undefined): string {
  return one === undefined || next === undefined ? '' : one + next;
}
