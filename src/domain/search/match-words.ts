import type { SearchLanguage } from './language.js';
import {
  findNearTerms,
  type MatchedWord,
  mergeAlternatives,
  VocabularyMatches,
  WEIGHTS,
  weighted,
} from './matched-word.js';
import type { QueryWord } from './query-words.js';
import type { VocabularyQuery, VocabularyWord } from './search-reads.js';

/** Minimum letters for the last word of a query to match as a prefix. */
const MIN_PREFIX_LENGTH = 3;
/** Minimum letters for a word to match as a part of longer words. */
const MIN_PART_LENGTH = 4;
const MAX_COMPLETIONS = 100;
const MAX_COMPOUNDS = 20;
const MAX_WORD_LENGTH = 40;

/**
 * Builds the first vocabulary query: the words and their terms, compounds that contain them, and completions of the
 * last word.
 */
export function firstVocabularyQuery(words: readonly QueryWord[], language: SearchLanguage): VocabularyQuery[] {
  const texts = words.flatMap(({ word, joined, synonyms }) => {
    return [word, ...joined, ...synonyms.words, ...synonyms.pairs.flat()];
  });
  const terms = [...texts.map((text) => language.term(text)), ...words.map(({ term }) => term)];
  return [
    { by: 'word', texts: ['', ...new Set(texts)] },
    { by: 'term', texts: [...new Set(terms)] },
    ...words.flatMap((word) => [
      ...beginningWish(word),
      ...partWishes(word, language),
      ...endingWishes(word, language),
    ]),
  ];
}

/** Number of items on sale, and the matching vocabulary terms for each word of the query. */
export function matchWords(
  words: readonly QueryWord[],
  language: SearchLanguage,
  answers: readonly (readonly VocabularyWord[])[],
): { readonly total: number; readonly matched: MatchedWord[] } {
  const [byWord = [], byTerm = [], ...more] = answers;
  const known = new VocabularyMatches(byWord, byTerm);
  const take = (count: number) => more.splice(0, count).flat();
  const matched = words.flatMap((word) => {
    const begun = take(beginningWish(word).length);
    const parts = take(partWishes(word, language).length);
    const ended = take(endingWishes(word, language).length);
    const named = mergeAlternatives(
      [word.word, ...word.joined].flatMap((text) => known.exactMatches(text, language)),
      findNearTerms(ended, WEIGHTS.ending),
      weighted(
        word.synonyms.words.flatMap((text) => known.exactMatches(text, language)),
        WEIGHTS.synonym,
      ),
    );
    const pair = named.length === 0 ? knownPair(word, language, known) : undefined;
    if (pair) return pair;
    return [
      {
        word: word.word,
        alternatives: mergeAlternatives(
          named,
          findNearTerms(parts, WEIGHTS.part),
          findNearTerms(begun, WEIGHTS.beginning),
        ),
      },
    ];
  });
  return { total: known.countItems(''), matched };
}

/** Replaces a word by two words that mean the same, if the shop has both: a parasol is a sun umbrella. */
function knownPair(
  { word, synonyms }: QueryWord,
  language: SearchLanguage,
  known: VocabularyMatches,
): MatchedWord[] | undefined {
  const pairs = synonyms.pairs.map((pair) =>
    pair.map((text) => ({ word, alternatives: weighted(known.exactMatches(text, language), WEIGHTS.synonym) })),
  );
  return pairs.find((pair) => pair.every(({ alternatives }) => alternatives.length > 0));
}

function beginningWish({ word, isLast }: QueryWord): VocabularyQuery[] {
  if (!isLast || word.length < MIN_PREFIX_LENGTH) return [];
  return [{ by: 'start', text: word, longest: MAX_WORD_LENGTH, limit: MAX_COMPLETIONS }];
}

/** Builds the query for compounds that start with the word: "Wolldecke" for "Wolle". */
function partWishes(word: QueryWord, language: SearchLanguage): VocabularyQuery[] {
  if (!isPart(word, language)) return [];
  return [{ by: 'start', text: partOf(word), longest: MAX_WORD_LENGTH, limit: MAX_COMPOUNDS }];
}

/** Builds the queries for compounds that end with the word: "Schreibtischlampen" for "Lampe". */
function endingWishes(word: QueryWord, language: SearchLanguage): VocabularyQuery[] {
  if (!isPart(word, language)) return [];
  const texts = language.endings.map((ending) => partOf(word) + ending);
  return texts.map((text) => ({ by: 'end', text, longest: MAX_WORD_LENGTH, limit: MAX_COMPOUNDS }));
}

function isPart({ word }: QueryWord, { endings }: SearchLanguage): boolean {
  return endings.length > 0 && word.length >= MIN_PART_LENGTH;
}

/** Returns the word's stem if it is long enough to be specific, otherwise the word. */
function partOf({ word, term }: QueryWord): string {
  return term.length >= MIN_PART_LENGTH && word.startsWith(term) ? term : word;
}
