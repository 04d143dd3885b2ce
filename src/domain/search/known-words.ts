import type { SearchLanguage } from './language.js';
import type { QueryWord } from './query-words.js';
import { alternativesOf, Known, nearTerms, type Sought, WEIGHTS } from './sought.js';
import type { VocabularyWord, WordsWanted } from './wanted.js';

/** The last word may be the beginning of one from so many letters on. */
const SHORTEST_BEGINNING = 3;
/** A word is looked for within longer ones from so many letters on. */
const SHORTEST_PART = 4;
const MAX_BEGUN = 100;
const MAX_COMPOUNDS = 20;
const LONGEST = 40;

/** What to ask of the vocabulary first: in how many items the words stand, and which ones begin with the last. */
export function firstWishes(words: readonly QueryWord[], language: SearchLanguage): WordsWanted[] {
  const texts = words.flatMap(({ word, joined }) => [word, ...joined]);
  const terms = [...texts.map((text) => language.term(text)), ...words.map(({ term }) => term)];
  return [
    { by: 'word', texts: ['', ...new Set(texts)] },
    { by: 'term', texts: [...new Set(terms)] },
    ...words.flatMap((word) => [...beginningWish(word), ...compoundWishes(word, language)]),
  ];
}

/** How many items are on sale, and what stands for each word of the query, if anything does. */
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
    const compounds = take(compoundWishes(word, language).length);
    return {
      asked: word.word,
      alternatives: alternativesOf(
        [word.word, ...word.joined].flatMap((text) => known.wholes(text, language)),
        nearTerms(compounds, WEIGHTS.compound),
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

/** "Lampe" stands in "Schreibtischlampen", and "Wolle" in "Wolldecke". */
function compoundWishes({ word, term }: QueryWord, { endings }: SearchLanguage): WordsWanted[] {
  if (endings.length === 0 || word.length < SHORTEST_PART) return [];
  const part = term.length >= SHORTEST_PART && word.startsWith(term) ? term : word;
  const wish = { longest: LONGEST, limit: MAX_COMPOUNDS };
  return [
    { by: 'start', text: part, ...wish },
    ...endings.map((ending) => ({ by: 'end' as const, text: part + ending, ...wish })),
  ];
}
