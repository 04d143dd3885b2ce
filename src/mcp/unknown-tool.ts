import { distance } from 'fastest-levenshtein';
import type { Operation } from '../calls/define.js';
import { nearest } from '../domain/values/nearest.js';
import { isReversible } from './reversible.js';

/**
 * Builds the message for an unknown tool, which suggests the most likely intended one. A tool whose effect cannot be
 * undone is suggested only if the name has its verb: `delete_order` must not lead to `release_order`.
 */
export function unknownToolText(name: string, tools: readonly Operation[]): string {
  const known = tools.filter((tool) => isReversible(tool) || hasVerbOf(tool.name, name)).map((tool) => tool.name);
  const near = nearest(name, known) ?? byWords(name, known);
  return `Unknown tool "${name.slice(0, 64)}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

/** True if `name` begins with the verb of `tool`, a synonym of that verb, or a word that differs by one letter. */
function hasVerbOf(tool: string, name: string): boolean {
  const [verb = ''] = wordsOf(tool);
  const [given = ''] = wordsOf(name);
  return distance(verb, given) <= 1;
}

/**
 * Finds the tool that shares the most words with the given name, where a shared verb counts more: `add_item` finds
 * `add_line_items`.
 */
function byWords(name: string, known: readonly string[]): string | undefined {
  const words = wordsOf(name);
  const scored = known.map((tool) => {
    const [verb = '', ...others] = wordsOf(tool);
    const shared = others.filter((word) => words.includes(word)).length;
    return { tool, shared: shared + (words.includes(verb) ? 1.5 : 0) };
  });
  const [best] = scored.sort((a, b) => b.shared - a.shared);
  return best && best.shared > 0 ? best.tool : undefined;
}

/** Splits a name into words, in lower case and singular. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 64)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => WORDS.get(word) ?? word.replace(/s$/, ''));
}

/** Synonyms that agents use for words in tool names. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['basket', 'cart'],
  ['product', 'item'],
  ['products', 'item'],
  ['find', 'search'],
  ['pay', 'complete'],
  ['purchase', 'complete'],
  ['address', 'destination'],
  ['shipping', 'fulfillment'],
  ['delivery', 'fulfillment'],
  ['coupon', 'discount'],
  ['promo', 'discount'],
  ['delete', 'remove'],
  ['edit', 'update'],
  ['change', 'update'],
  ['pause', 'hold'],
  ['unhold', 'release'],
  ['resume', 'release'],
]);
