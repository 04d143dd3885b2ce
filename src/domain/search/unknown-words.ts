import { editDistance } from './edit-distance.js';
import type { SearchLanguage } from './language.js';
import { Known, nearTerms, type Sought, WEIGHTS } from './sought.js';
import type { VocabularyWord, WordsWanted } from './wanted.js';

/** Words of the vocabulary that are compared with the unknown words of one query, in all. */
const MAX_COMPARED = 3_000;
/** Near words that are taken for one. */
const MAX_MENDED = 3;
/** The parts of a word have so many letters at least. */
const SHORTEST_PART = 3;
/** Letters with which a word of the same family begins, when nothing else is found. */
const SHORTEST_FAMILY = 4;

/** How far a word of the vocabulary may be from one of a query: one letter from four on, two from eight. */
function mostEdits(word: string, isLoose: boolean): number {
  const edits = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  return /\p{N}/u.test(word) ? 0 : isLoose ? edits + 1 : edits;
}

/** So many wishes are asked for each unknown word. */
export const WISHES_OF_ONE = 4;

/** What to ask of the vocabulary for words that it does not have: their parts, and words that are near. */
export function secondWishes(unknown: readonly string[], language: SearchLanguage): WordsWanted[] {
  const limit = Math.floor(MAX_COMPARED / Math.max(1, 2 * unknown.length));
  return unknown.flatMap((word) => {
    const parts = splitsOf(word).flat();
    const longest = word.length + mostEdits(word, true);
    const { start, end } = intact(word);
    return [
      { by: 'word' as const, texts: [...new Set([...parts, ...swapsOf(word)])] },
      { by: 'term' as const, texts: [...new Set(parts.flatMap((part) => [part, language.term(part)]))] },
      { by: 'start' as const, text: start, longest, limit },
      { by: 'end' as const, text: end, longest, limit },
    ];
  });
}

/** An unknown word as its parts, or as the words nearest to it. `isLoose` takes farther ones too. */
export function mended(
  word: string,
  language: SearchLanguage,
  [byWord = [], byTerm = [], begun = [], ended = []]: readonly (readonly VocabularyWord[])[],
  isLoose: boolean,
): Sought[] {
  const parts = isLoose ? undefined : knownParts(word, language, new Known(byWord, byTerm));
  if (parts) return parts;
  const near = nearest(word, [...byWord, ...begun, ...ended], isLoose);
  const [best] = near;
  if (!best) return [{ asked: word, alternatives: [] }];
  return [{ asked: word, alternatives: nearTerms(near, WEIGHTS.mended), replaced: best.word }];
}

/** The split whose rarer part is in the most items. */
function knownParts(word: string, language: SearchLanguage, known: Known): Sought[] | undefined {
  const splits = splitsOf(word).flatMap((parts) => {
    const sought = parts.map((part) => ({ asked: part, alternatives: known.wholes(part, language, part) }));
    const items = Math.min(...sought.map(({ alternatives }) => Math.max(0, ...alternatives.map((one) => one.items))));
    return items > 0 ? [{ sought, items }] : [];
  });
  return splits.sort((a, b) => b.items - a.items)[0]?.sought;
}

/** Where a word may be two: between letters and digits, or anywhere with parts that are long enough. A German "s" may join them. */
function splitsOf(word: string): (readonly [string, string])[] {
  const splits: (readonly [string, string])[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const one = word.slice(0, at);
    const other = word.slice(at);
    const isBorder = /\p{N}$/u.test(one) !== /^\p{N}/u.test(other);
    if (isBorder) return [[one, other]];
    if (one.length >= SHORTEST_PART && other.length >= SHORTEST_PART) splits.push([one, other]);
  }
  return splits;
}

function swapsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => {
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  });
}

/** What one edit leaves as it was: it is in the first half of a word or in the second; two are often not in both outer thirds. */
function intact(word: string): { readonly start: string; readonly end: string } {
  const length = mostEdits(word, false) > 1 ? Math.ceil(word.length / 3) : Math.max(1, Math.floor(word.length / 2));
  return { start: word.slice(0, length), end: word.slice(-length) };
}

function nearest(word: string, vocabulary: readonly VocabularyWord[], isLoose: boolean): VocabularyWord[] {
  const most = mostEdits(word, isLoose);
  const distances = vocabulary.flatMap((found) => {
    const distance = distanceOf(word, found.word, most, isLoose);
    return distance <= most ? [{ found, distance }] : [];
  });
  const least = Math.min(...distances.map(({ distance }) => distance));
  const isSameLetter = ({ word: other }: VocabularyWord) => Number(other[0] === word[0]);
  const near = distances.filter(({ distance }) => distance === least).map(({ found }) => found);
  const ordered = near.sort(
    (a, b) => isSameLetter(b) - isSameLetter(a) || b.items - a.items || (a.word < b.word ? -1 : 1),
  );
  return [...new Map(ordered.map((one) => [one.word, one])).values()].slice(0, MAX_MENDED);
}

function distanceOf(word: string, other: string, most: number, isLoose: boolean): number {
  if (other === '') return most + 1;
  const isFamily = word.length >= SHORTEST_FAMILY && other.startsWith(word.slice(0, SHORTEST_FAMILY));
  return isLoose && isFamily ? Math.min(most, editDistance(word, other, most)) : editDistance(word, other, most);
}
