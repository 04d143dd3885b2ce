import type { SearchLanguage } from './language.js';
import { findSynonyms, type Synonyms } from './synonyms.js';
import { isInsignificant, splitChunks } from './tokens.js';

/** Maximum words used from a query; further ones are ignored. */
const MAX_WORDS = 12;

/** A word of a query. */
export interface QueryWord {
  /** Folded word, as typed. */
  readonly word: string;
  readonly term: string;
  /** The word joined with each neighbor: "tea pot" may be stored as "teapot". */
  readonly joined: readonly string[];
  readonly synonyms: Synonyms;
  /** True for the last word of the query, which may be a prefix. */
  readonly isLast: boolean;
}

/** Extracts the significant words of a query, or all words if none is significant. */
export function queryWords(query: string, language: SearchLanguage): QueryWord[] {
  const all = splitChunks(query).flat();
  const said = all.map((word, index) => ({ word, index })).filter(({ word }) => !isInsignificant(word, language));
  const kept = said.length > 0 ? said : all.map((word, index) => ({ word, index }));
  const keptWords = kept.map(({ word }) => word);
  const seen = new Set<string>();
  return kept
    .map(({ word, index }, place) => ({
      word,
      term: language.term(word),
      joined: [joinedWith(all[index - 1], word), joinedWith(word, all[index + 1])].filter((text) => text !== ''),
      synonyms: findSynonyms(keptWords, place, language),
      isLast: index === all.length - 1,
    }))
    .filter(({ term }) => !seen.has(term) && seen.add(term))
    .slice(0, MAX_WORDS);
}

function joinedWith(one: string | undefined, next: string | undefined): string {
  return one === undefined || next === undefined ? '' : one + next;
}
