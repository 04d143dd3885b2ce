import { titleToken } from './item-terms.js';
import type { MatchedWord } from './matched-word.js';
import type { TokenGroups } from './search-reads.js';

/**
 * Maximum index entries that all stages of one search read, estimated from term counts. SQLite reads one entry in about
 * 30 ns.
 */
const MAX_READ = 250_000;

/**
 * Builds the search stages: items with all words in the title, with all words, with all but one, and with any one word,
 * rarest first. If looking up every word costs too much, only the rarest words select candidates, and the others affect
 * only the ranking. `within` restricts every stage.
 */
export function buildStages(matched: readonly MatchedWord[], total: number, within: TokenGroups): TokenGroups[] {
  const leading = leadingWords(matched, total);
  const groups = leading.map(({ tokens }) => tokens);
  const titles = leading.map(({ terms }) => terms.map(titleToken));
  const budget = new Budget(MAX_READ - cost(leading) * 2);
  const allButOne = leading.length < 3 ? [] : leading.map((_, index) => leading.toSpliced(index, 1)).reverse();
  return [
    titles,
    groups,
    ...allButOne.filter((rest) => budget.spend(cost(rest))).map((rest) => rest.map(({ tokens }) => tokens)),
    ...(leading.length > 1 ? groups.map((group) => [group]) : []),
  ].map((stage) => [...within, ...stage]);
}

interface Leading {
  readonly terms: readonly string[];
  readonly tokens: readonly string[];
  readonly items: number;
}

/** Selects the rarest words first, up to the cost limit. */
function leadingWords(matched: readonly MatchedWord[], total: number): Leading[] {
  const words = matched
    .filter(({ alternatives }) => alternatives.length > 0)
    .map(({ alternatives }) => {
      const terms = alternatives.map(({ term }) => term);
      const items = alternatives.reduce((sum, alternative) => sum + alternative.items, 0);
      return { terms, tokens: terms, items: Math.min(items, total) };
    })
    .sort((a, b) => a.items - b.items);
  const budget = new Budget(MAX_READ / 2);
  return words.filter(({ items }, index) => budget.spend(items) || index === 0);
}

function cost(words: readonly Leading[]): number {
  return words.reduce((sum, { items }) => sum + items, 0);
}

class Budget {
  private left: number;

  constructor(left: number) {
    this.left = left;
  }

  spend(cost: number): boolean {
    if (cost > this.left) return false;
    this.left -= cost;
    return true;
  }
}
