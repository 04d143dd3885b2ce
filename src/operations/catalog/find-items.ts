import { correctWords, QUERIES_PER_WORD, secondVocabularyQuery } from '../../domain/search/correct-words.js';
import { findLanguage } from '../../domain/search/language.js';
import { firstVocabularyQuery, matchWords } from '../../domain/search/match-words.js';
import { type MatchedWord, WEIGHTS } from '../../domain/search/matched-word.js';
import { queryWords } from '../../domain/search/query-words.js';
import { type Ranked, rankCandidates } from '../../domain/search/ranking.js';
import type { ItemFilter, TokenGroups } from '../../domain/search/search-reads.js';
import { findSpelling } from '../../domain/search/spelling.js';
import { buildStages } from '../../domain/search/stages.js';
import type { SearchReader } from '../../ports.js';

/**
 * Maximum numbers of items ranked, and of items examined for the filter. Larger numbers would make a search too
 * expensive.
 */
const MAX_RANKED = 500;
const MAX_LOOKED_AT = 3_000;
/**
 * Maximum number of variants per product that are ranked in a stage. Variants that match more words are in earlier
 * stages.
 */
const MAX_OF_PRODUCT = 3;

export interface SearchedShop {
  readonly id: string;
  /** BCP 47 tag of the shop's language. */
  readonly language: string;
}

/** Conditions that every result must meet. */
export interface Bounds {
  readonly filter: ItemFilter;
  /** Groups of tokens; an item must have at least one token of each group. */
  readonly within: TokenGroups;
}

export interface SearchResult {
  /** Results, best first. */
  readonly items: readonly Ranked[];
  /** Words of the query as they were searched for, corrections included. */
  readonly matched: readonly MatchedWord[];
  /** Set if nothing matched strictly: the filter was dropped, or the words were loosened. */
  readonly near?: 'filter' | 'words';
}

export const UNBOUNDED: Bounds = {
  filter: { min_price: undefined, max_price: undefined, in_stock: undefined },
  within: [],
};

/** Finds items of a shop that match a query, or the nearest ones if none match. */
export async function findItems(
  reader: SearchReader,
  shop: SearchedShop,
  query: string,
  bounds: Bounds,
): Promise<SearchResult> {
  const words = await lookUp(reader, shop, query);
  const { strict, loose } = words;
  const find = (matched: readonly MatchedWord[], within: Bounds) =>
    rankedItems(reader, shop, matched, words.total, within);
  const items = await find(strict, bounds);
  if (items.length > 0) return { items, matched: strict };
  const elsewhere = isBounded(bounds) ? await find(strict, UNBOUNDED) : [];
  if (elsewhere.length > 0) return { items: elsewhere, matched: strict, near: 'filter' };
  const near = await find(loose, bounds);
  return { items: near, matched: loose, near: 'words' };
}

function isBounded({ filter, within }: Bounds): boolean {
  return within.length > 0 || Object.values(filter).some((bound) => bound !== undefined);
}

async function rankedItems(
  reader: SearchReader,
  { id }: SearchedShop,
  matched: readonly MatchedWord[],
  total: number,
  { filter, within }: Bounds,
): Promise<Ranked[]> {
  if (matched.every(({ alternatives }) => alternatives.length === 0)) return [];
  const stages = buildStages(matched, total, within);
  const wanted = { stages, filter, limit: MAX_RANKED, depth: MAX_LOOKED_AT, of_product: MAX_OF_PRODUCT };
  return rankCandidates(await reader.candidates(id, wanted), matched, total);
}

/** Matches the words of a query to the shop's vocabulary, both strictly and loosely. */
async function lookUp(reader: SearchReader, shop: SearchedShop, query: string) {
  const language = findLanguage(shop.language);
  const words = queryWords(query, language);
  const answers = await reader.vocabulary(shop.id, firstVocabularyQuery(words, language));
  const { total, matched } = matchWords(words, language, answers);
  // A stop word that no item contains needs no correction, since it carries no meaning.
  const needsCorrection = (word: MatchedWord) => isUnknown(word) && !language.stopWords.has(word.word);
  const unknown = matched.filter(needsCorrection).map(({ word }) => word);
  if (unknown.length === 0) return { total, strict: matched, loose: matched };
  const near = await reader.vocabulary(shop.id, secondVocabularyQuery(unknown, language));
  const rules = { language, spelling: await findSpelling(language) };
  const correct = (isLoose: boolean) =>
    matched.flatMap((word) => {
      if (!needsCorrection(word)) return [word];
      const at = unknown.indexOf(word.word) * QUERIES_PER_WORD;
      return correctedWord(word, rules, near.slice(at, at + QUERIES_PER_WORD), isLoose);
    });
  return { total, strict: correct(false), loose: correct(true) };
}

type Rules = Parameters<typeof correctWords>[1];
type Answers = Parameters<typeof correctWords>[2];

/** Corrects a word. If one word replaces it, completions of the word in the shop's vocabulary remain alternatives. */
function correctedWord(word: MatchedWord, rules: Rules, answers: Answers, isLoose: boolean): MatchedWord[] {
  const found = correctWords(word.word, rules, answers, isLoose);
  const [only, ...more] = found;
  if (!only || more.length > 0) return found;
  if (only.alternatives.length === 0) return [word];
  if (word.alternatives.length === 0) return [only];
  return [{ ...word, alternatives: [...word.alternatives, ...only.alternatives] }];
}

/** True unless the shop's vocabulary contains the word itself; completions do not count. */
function isUnknown({ alternatives }: MatchedWord): boolean {
  return alternatives.every(({ weight }) => weight <= WEIGHTS.beginning);
}
