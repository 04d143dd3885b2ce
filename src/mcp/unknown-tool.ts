import { distance } from 'fastest-levenshtein';
import type { Operation } from '../calls/define.js';
import type { Scope } from '../domain/tenant/tenant.js';
import { nearest } from '../domain/values/nearest.js';
import { printable } from '../json/path-text.js';
import { isReversible } from './reversible.js';

/** Maximum characters of an unknown name that are compared. */
const MAX_COMPARED = 64;

/** Verbs that say too little to suggest a tool by them alone: `get_weather` is not `get_item`. */
const GENERAL_VERBS: ReadonlySet<string> = new Set(['get', 'list', 'set', 'create', 'update']);

/**
 * Meanings of names that share no words with the tool, most specific first. `undefined`: no tool does this, and one with
 * similar words would mislead.
 */
export const MEANINGS: readonly (readonly [name: RegExp, tool: string | undefined])[] = [
  [/\b(polic(y|ies)|faqs?|terms|warranty)\b/, 'get_policies'],
  [/\b(refund|return|exchange)s?\b|\brequest\b.*\b(cancel|cancellation|address)\b/, 'request_order_change'],
  [/\btrack(ing)?\b|\b(order|delivery|shipment|shipping) status\b/, 'get_order'],
  [/\b(place|submit|create|confirm|make)( an?)? (order|purchase)\b/, 'complete_checkout'],
  [/\b(list|browse|show|get|view|all) (products|items|catalogue|catalog)\b/, 'search_catalog'],
  [/\b(create|new|start|open)( an?)? (cart|basket|checkout)\b/, 'add_line_items'],
];

/**
 * Builds the message for an unknown tool, which suggests the most likely intended one, or names the scope that it needs.
 * A tool whose effect cannot be undone is suggested only if the name means it: `delete_order` must not lead to
 * `release_order`.
 */
export function unknownToolText(name: string, tools: readonly Operation[], scopes: ReadonlySet<Scope>): string {
  const meant = findMeant(name, tools);
  const text = `Unknown tool "${printable(name)}"`;
  if (!meant) return text;
  if (scopes.has(meant.scope)) return `${text}; did you mean "${meant.name}"?`;
  return `${text}; "${meant.name}" would need a key with the scope "${meant.scope}"`;
}

function findMeant(name: string, tools: readonly Operation[]): Operation | undefined {
  const known = tools.filter((tool) => isReversible(tool) || hasVerbOf(tool.name, name)).map((tool) => tool.name);
  const meaning = MEANINGS.find(([pattern]) => pattern.test(plainWords(name).join(' ')));
  const meant = nearest(name, known) ?? (meaning ? meaning[1] : byWords(name, known));
  return tools.find((tool) => tool.name === meant);
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
    const counts = words.includes(verb) && (shared > 0 || !GENERAL_VERBS.has(verb));
    return { tool, shared: shared + (counts ? 1.5 : 0) };
  });
  const [best] = scored.sort((a, b) => b.shared - a.shared);
  return best && best.shared > 0 ? best.tool : undefined;
}

/** Splits a name into words, in lower case. */
function plainWords(name: string): string[] {
  return name
    .slice(0, MAX_COMPARED)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Splits a name into words, in singular and with synonyms replaced. */
function wordsOf(name: string): string[] {
  return plainWords(name).map((word) => WORDS.get(word) ?? word.replace(/s$/, ''));
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
