import { editDistance } from './edit-distance.js';
import type { SearchLanguage } from './language.js';
import { findNearTerms, type MatchedWord, VocabularyMatches, WEIGHTS, weighted } from './matched-word.js';
import type { VocabularyQuery, VocabularyWord } from './search-reads.js';
import type { Spelling } from './spelling.js';

/** Maximum vocabulary words compared per query. */
const MAX_COMPARED = 3_000;
/** Maximum near words that replace one unknown word. */
const MAX_CORRECTIONS = 3;
/** Minimum letters in each part of a compound. */
const MIN_PART_LENGTH = 3;
/** Number of shared first or last letters that make two words related when nothing else matches. */
const SAME_START = 4;
const SAME_END = 5;

/**
 * Number of edits allowed: none below four letters, one below eight, otherwise two. A loose match allows one more;
 * words with digits allow none.
 */
function mostEdits(word: string, isLoose: boolean): number {
  const edits = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  return /\p{N}/u.test(word) ? 0 : isLoose ? edits + 1 : edits;
}

/** Number of vocabulary queries per unknown word. */
export const QUERIES_PER_WORD = 4;

/** Builds the second vocabulary query, for unknown words: their parts and near words. */
export function secondVocabularyQuery(unknown: readonly string[], language: SearchLanguage): VocabularyQuery[] {
  const limit = Math.floor(MAX_COMPARED / Math.max(1, 2 * unknown.length));
  return unknown.flatMap((word) => {
    const parts = amountOf(word) ?? splitsOf(word).flat();
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

/**
 * Replaces an unknown word with its known parts or, if there are none or `isLoose` is true, with its nearest words. A
 * word of the language is not replaced by others: a shovel is no shower.
 */
export function correctWords(
  word: string,
  { language, spelling }: { readonly language: SearchLanguage; readonly spelling: Spelling },
  [byWord = [], byTerm = [], begun = [], ended = []]: readonly (readonly VocabularyWord[])[],
  isLoose: boolean,
): MatchedWord[] {
  const parts = isLoose ? undefined : knownParts(word, language, new VocabularyMatches(byWord, byTerm));
  if (parts) return parts;
  if (spelling.isWord(word)) return [{ word, alternatives: [] }];
  const candidates = [...byWord, ...begun, ...ended].filter((one) => isLoose || spelling.mayMean(word, one.word));
  const near = nearest(word, candidates, isLoose);
  const [best] = near;
  if (!best) return [{ word, alternatives: [] }];
  return [{ word, alternatives: findNearTerms(near, WEIGHTS.corrected), correction: best.word }];
}

/**
 * Splits an amount such as "750ml" into number and unit, and any other word so that the rarer of its parts is in as
 * many items as possible. The first part of a word weighs less, since the second is the noun: a Winterhandschuh (winter
 * glove) is a Handschuh.
 */
function knownParts(word: string, language: SearchLanguage, known: VocabularyMatches): MatchedWord[] | undefined {
  const searchPart = (part: string) => ({ word: part, alternatives: known.exactMatches(part, language, part) });
  const amount = amountOf(word);
  if (amount) {
    const parts = amount.map(searchPart).filter(({ alternatives }) => alternatives.length > 0);
    return parts.length > 0 ? parts : undefined;
  }
  const splits = splitsOf(word).flatMap((parts) => {
    const [one, other] = parts.map(searchPart);
    const items = Math.min(itemsOf(one), itemsOf(other));
    return one && other && items > 0 ? [{ matched: [weakened(one), other], items }] : [];
  });
  return splits.sort((a, b) => b.items - a.items)[0]?.matched;
}

function itemsOf(matched: MatchedWord | undefined): number {
  return Math.max(0, ...(matched?.alternatives ?? []).map(({ items }) => items));
}

function weakened({ word, alternatives }: MatchedWord): MatchedWord {
  return { word, alternatives: weighted(alternatives, WEIGHTS.part) };
}

/** Splits text such as "750ml" into number and unit. */
function amountOf(word: string): readonly string[] | undefined {
  const parts = word.match(/\p{N}+|\P{N}+/gu) ?? [];
  return parts.length === 2 ? parts : undefined;
}

/** Lists all splits of a word into two parts of sufficient length. */
function splitsOf(word: string): (readonly [string, string])[] {
  const places = Array.from(
    { length: Math.max(0, word.length - 2 * MIN_PART_LENGTH + 1) },
    (_, at) => at + MIN_PART_LENGTH,
  );
  return places.map((at) => [word.slice(0, at), word.slice(at)]);
}

function swapsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => {
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  });
}

/**
 * Start and end of a word that misspelling may leave intact. One edit leaves the first or second half intact; two often
 * leave the first or last third.
 */
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
  return [...new Map(ordered.map((one) => [one.word, one])).values()].slice(0, MAX_CORRECTIONS);
}

function distanceOf(word: string, other: string, most: number, isLoose: boolean): number {
  if (other === '') return most + 1;
  const isFamily =
    (word.length >= SAME_START && other.startsWith(word.slice(0, SAME_START))) ||
    (word.length > SAME_END && other.endsWith(word.slice(-SAME_END)));
  return isLoose && isFamily ? Math.min(most, editDistance(word, other, most)) : editDistance(word, other, most);
}
