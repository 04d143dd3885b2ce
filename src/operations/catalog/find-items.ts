import { correctWords, QUERIES_PER_WORD, secondVocabularyQuery } from '../../domain/search/correct-words.js';
import { findLanguage, type SearchLanguage } from '../../domain/search/language.js';
import { firstVocabularyQuery, matchWords } from '../../domain/search/match-words.js';
import { type MatchedWord, WEIGHTS } from '../../domain/search/matched-word.js';
import { queryWords } from '../../domain/search/query-words.js';
import { type Ranked, rankCandidates } from '../../domain/search/ranking.js';
import type { ItemFilter, TokenGroups } from '../../domain/search/search-reads.js';
import { buildStages } from '../../domain/search/stages.js';
import type { SearchReader } from '../../ports.js';

/** Items ranked, and items examined for the filter; more would make a search too expensive. */
const MAX_RANKED = 500;
const MAX_LOOKED_AT = 3_000;
/** Variants of one product ranked per stage. Stages distinguish them: variants matching more words come first. */
const MAX_OF_PRODUCT = 3;

export interface SearchedShop {
  readonly id: string;
  /** BCP 47 tag. */
  readonly language: string;
}

/** Constraints that every result must meet. */
export interface Bounds {
  readonly filter: ItemFilter;
  /** Token groups; an item must have one token of each. */
  readonly within: TokenGroups;
}

export interface SearchResult {
  /** Best first. */
  readonly items: readonly Ranked[];
  /** The words of the query as searched. */
  readonly matched: readonly MatchedWord[];
  /** Set if results are only near: the dropped or loosened condition. */
  readonly near?: 'filter' | 'words';
}

export const UNBOUNDED: Bounds = {
  filter: { min_price: undefined, max_price: undefined, in_stock: undefined },
  within: [],
};

/** Items of a shop that match a query, or the nearest ones if none match. */
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

/** Query words matched to the shop's vocabulary, strictly and loosely. */
async function lookUp(reader: SearchReader, shop: SearchedShop, query: string) {
  const language = findLanguage(shop.language);
  const words = queryWords(query, language);
  const answers = await reader.vocabulary(shop.id, firstVocabularyQuery(words, language));
  const { total, matched } = matchWords(words, language, answers);
  // A stop word that no item has carries no meaning.
  const needsCorrection = (word: MatchedWord) => isUnknown(word) && !language.stopWords.has(word.word);
  const unknown = matched.filter(needsCorrection).map(({ word }) => word);
  if (unknown.length === 0) return { total, strict: matched, loose: matched };
  const near = await reader.vocabulary(shop.id, secondVocabularyQuery(unknown, language));
  const correct = (isLoose: boolean) =>
    matched.flatMap((word) => {
      if (!needsCorrection(word)) return [word];
      const at = unknown.indexOf(word.word) * QUERIES_PER_WORD;
      return correctedWord(word, language, near.slice(at, at + QUERIES_PER_WORD), isLoose);
    });
  return { total, strict: correct(false), loose: correct(true) };
}

type Answers = Parameters<typeof correctWords>[2];

/** Keeps completions of the word in addition to its corrections. */
function correctedWord(word: MatchedWord, language: SearchLanguage, answers: Answers, isLoose: boolean): MatchedWord[] {
  const found = correctWords(word.word, language, answers, isLoose);
  const [only, ...more] = found;
  if (!only || more.length > 0) return found;
  if (only.alternatives.length === 0) return [word];
  if (word.alternatives.length === 0) return [only];
  return [{ ...word, alternatives: [...word.alternatives, ...only.alternatives] }];
}

/** True if the shop's vocabulary has only completions of the word, if any. */
function isUnknown({ alternatives }: MatchedWord): boolean {
  return alternatives.every(({ weight }) => weight <= WEIGHTS.beginning);
}
