import { FIELDS, type Field } from './item-terms.js';
import { isFullMatch, type MatchedWord, WEIGHTS } from './matched-word.js';
import type { Candidate } from './search-reads.js';
import { WantedTerms } from './wanted-terms.js';

/** Weight of a term by field: terms that name the item weigh more than terms that describe it. */
const FIELD_WEIGHTS: Readonly<Record<Field, number>> = {
  head: 3,
  title: 5,
  keywords: 4,
  brand: 3,
  categories: 1.5,
  properties: 1.5,
  description: 1,
};
/** Typical number of terms per field. In longer fields each term weighs less (BM25's b is `LENGTH`). */
const TYPICAL_LENGTH: Readonly<Record<Field, number>> = {
  head: 1,
  title: 5,
  keywords: 6,
  brand: 1,
  categories: 2,
  properties: 6,
  description: 20,
};
const LENGTH = 0.4;
/** BM25's k1: controls how quickly repetitions stop adding weight. */
const SATURATION = 3;

/** If fewer items than this match more than half of the words, weaker matches are added to reach this number. */
const MIN_RESULTS = 5;

/** A candidate with its rank: by number of matched words, then of fully matched words, then by score. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly covered: number;
  readonly whole: number;
  readonly score: number;
}

interface Hit {
  readonly word: number;
  readonly weight: number;
}

/** Ranks candidates, best first (docs/search.md, Matching and ranking). */
export function rankCandidates(
  candidates: readonly Candidate[],
  matched: readonly MatchedWord[],
  total: number,
): Ranked[] {
  const scale = new Scale(matched, total);
  const all = candidates.map((candidate) => scale.rankOf(candidate)).filter(({ covered }) => covered > 0);
  return enough(
    oneOfEachProduct(all.sort(byRank)),
    matched.filter(({ alternatives }) => alternatives.length > 0).length,
  );
}

/** Reduces each product to its best item, such as the variant with the requested size or color. */
function oneOfEachProduct(all: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>();
  return all.filter(({ candidate: { product_id } }) => {
    if (product_id === null) return true;
    const isFirst = !seen.has(product_id);
    seen.add(product_id);
    return isFirst;
  });
}

export function byRank(a: Omit<Ranked, 'candidate'> & Partial<Ranked>, b: typeof a): number {
  return (
    b.covered - a.covered || b.whole - a.whole || b.score - a.score || (a.candidate?.seq ?? 0) - (b.candidate?.seq ?? 0)
  );
}

/** Drops items with at most half of the words, unless too few items match more. */
function enough(all: readonly Ranked[], words: number): Ranked[] {
  const most = all.filter(({ covered }) => covered * 2 > words).length;
  if (most >= MIN_RESULTS) return all.slice(0, most);
  const least = all[MIN_RESULTS - 1]?.covered ?? 0;
  return all.filter(({ covered }) => covered >= least);
}

/** Maps each matching term to the query words it stands for. */
function hitsOf(matched: readonly MatchedWord[]): ReadonlyMap<string, readonly Hit[]> {
  const hits = new Map<string, Hit[]>();
  matched.forEach(({ alternatives }, word) => {
    for (const { term, weight } of alternatives) {
      const known = hits.get(term);
      if (known) known.push({ word, weight });
      else hits.set(term, [{ word, weight }]);
    }
  });
  return hits;
}

/** BM25 weight of a word, which is higher for rarer words. */
function rarityOf({ alternatives }: MatchedWord, total: number): number {
  const items = Math.min(
    total,
    alternatives.reduce((sum, alternative) => sum + alternative.items, 0),
  );
  return Math.log(1 + (total - items + 0.5) / (items + 0.5));
}

/** Scores the candidates of one search, one at a time. */
class Scale {
  private readonly wanted: WantedTerms<readonly Hit[]>;
  private readonly rarity: readonly number[];
  /** Per query word: its weight over all fields of the current candidate, and whether it is fully matched there. */
  private readonly weights: number[];
  /** Weight of the word's synonyms, which counts only if the candidate lacks the word itself. */
  private readonly synonyms: number[];
  private readonly wholes: boolean[];

  constructor(matched: readonly MatchedWord[], total: number) {
    this.wanted = new WantedTerms(hitsOf(matched));
    this.rarity = matched.map((word) => rarityOf(word, total));
    this.weights = matched.map(() => 0);
    this.synonyms = matched.map(() => 0);
    this.wholes = matched.map(() => false);
  }

  rankOf(candidate: Candidate): Ranked {
    this.weights.fill(0);
    this.synonyms.fill(0);
    this.wholes.fill(false);
    this.wanted.find(candidate.facts, this.weigh);
    let [covered, whole, score] = [0, 0, 0];
    this.weights.forEach((own, word) => {
      const weight = own || (this.synonyms[word] ?? 0);
      if (weight > 0) covered += 1;
      if (this.wholes[word]) whole += 1;
      score += ((this.rarity[word] ?? 0) * weight) / (weight + SATURATION);
    });
    // Scores are integers because cursors contain them.
    return { candidate, covered, whole, score: Math.round(score * 10_000) };
  }

  private readonly weigh = (index: number, length: number, found: readonly (readonly Hit[])[]) => {
    const field = FIELDS[index] ?? 'description';
    const each = FIELD_WEIGHTS[field] / (1 - LENGTH + (LENGTH * length) / TYPICAL_LENGTH[field]);
    for (const hits of found) {
      for (const { word, weight } of hits) {
        const sums = weight === WEIGHTS.synonym ? this.synonyms : this.weights;
        sums[word] = (sums[word] ?? 0) + each * weight;
        if (isFullMatch(weight)) this.wholes[word] = true;
      }
    }
  };
}
