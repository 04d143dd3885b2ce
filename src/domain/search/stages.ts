import { titleToken } from './item-terms.js';
import type { Sought } from './sought.js';
import type { TokenGroups } from './wanted.js';

/**
 * Entries of an index that the stages of one search may read: the counts of the terms say how many they are at most. One is
 * some 30 ns of SQLite's time.
 */
const MAX_READ = 250_000;

/**
 * Where to look for the items of a search: those with every word in the title, those with every word, those with all but one, and
 * those with one, rare words first. A word that is in very many items says little: when to read all the words would cost too much,
 * the rarest lead, and the ranking looks for the others in what they find. `within` must be so in each stage.
 */
export function stagesOf(sought: readonly Sought[], total: number, within: TokenGroups): TokenGroups[] {
  const leading = leadingWords(sought, total);
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

/** The rarest words first, until they cost too much. */
function leadingWords(sought: readonly Sought[], total: number): Leading[] {
  const words = sought
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
