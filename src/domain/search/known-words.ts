import type { SearchLanguage } from './language.js';
import type { QueryWord } from './query-words.js';
import { alternativesOf, Known, nearTerms, type Sought, WEIGHTS } from './sought.js';
import type { VocabularyWord, WordsWanted } from './wanted.js';

/** Minimum letters for the last word to match as a prefix. */
const SHORTEST_BEGINNING = 3;
/** Minimum letters for a word to match inside longer words. */
const SHORTEST_PART = 4;
const MAX_BEGUN = 100;
const MAX_COMPOUNDS = 20;
const LONGEST = 40;

/** First vocabulary query: item counts of the words, and completions of the last one. */
export function firstWishes(words: readonly QueryWord[], language: SearchLanguage): WordsWanted[] {
  const texts = words.flatMap(({ word, joined }) => [word, ...joined]);
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

/** Items on sale, and the vocabulary terms for each word of the query. */
export function knownWords(
  words: readonly QueryWord[],
  language: SearchLanguage,
  answers: readonly (readonly VocabularyWord[])[],
): { readonly total: number; readonly sought: Sought[] } {
  const [byWord = [], byTerm = [], ...more] = answers;
  const known = new Known(byWord, byTerm);
  const take = (count: number) => more.splice(0, count).flat();
  const sought = words.map((word) => {
    const begun = take(beginningWish(word).length);
    const parts = take(partWishes(word, language).length);
    const ended = take(endingWishes(word, language).length);
    return {
      asked: word.word,
      alternatives: alternativesOf(
        [word.word, ...word.joined].flatMap((text) => known.wholes(text, language)),
        nearTerms(ended, WEIGHTS.ending),
        nearTerms(parts, WEIGHTS.part),
        nearTerms(begun, WEIGHTS.beginning),
      ),
    };
  });
  return { total: known.itemsOf(''), sought };
}

function beginningWish({ word, isLast }: QueryWord): WordsWanted[] {
  if (!isLast || word.length < SHORTEST_BEGINNING) return [];
  return [{ by: 'start', text: word, longest: LONGEST, limit: MAX_BEGUN }];
}

/** Finds "Wolldecke" for "Wolle". */
function partWishes(word: QueryWord, language: SearchLanguage): WordsWanted[] {
  if (!isPart(word, language)) return [];
  return [{ by: 'start', text: partOf(word), longest: LONGEST, limit: MAX_COMPOUNDS }];
}

/** Finds "Schreibtischlampen" for "Lampe". */
function endingWishes(word: QueryWord, language: SearchLanguage): WordsWanted[] {
  if (!isPart(word, language)) return [];
  const texts = language.endings.map((ending) => partOf(word) + ending);
  return texts.map((text) => ({ by: 'end', text, longest: LONGEST, limit: MAX_COMPOUNDS }));
}

function isPart({ word }: QueryWord, { endings }: SearchLanguage): boolean {
  return endings.length > 0 && word.length >= SHORTEST_PART;
}

/** The stem, if it is long enough to be specific. */
function partOf({ word, term }: QueryWord): string {
  return term.length >= SHORTEST_PART && word.startsWith(term) ? term : word;
}
