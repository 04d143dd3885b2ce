import { fold } from '../search/fold.js';
import { lineTitle } from '../shop/item-title.js';
import type { Order } from './order.js';

/** Maximum words used from a query. */
const MAX_WORDS = 10;
/** Minimum characters of a word to match as a prefix; shorter words must match exactly. */
const PREFIX_FROM = 3;

/** Everything between the parts of a word. */
const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** Search terms of an order, as folded words: number, id, people, email addresses, items and tracking numbers. */
export function orderTerms(order: Order): string[] {
  const { id, display_id, buyer, billing_address, line_items, fulfillment } = order;
  // A buyer may name the number of the first mail.
  const tracking = fulfillment.events
    .flatMap((event) => [event, ...(event.earlier_tracking ?? [])])
    .map(({ tracking_number }) => tracking_number);
  // Each new order adds its terms, and a set with loops takes half as long as lists that are joined.
  const terms = new Set<string>();
  // People paste an id whole or type its start. Each term costs a page of the index, so its parts have none.
  terms.add(joined(id));
  addWords(terms, display_id);
  for (const person of [buyer, billing_address, ...fulfillment.expectations.map(({ destination }) => destination)]) {
    addWords(terms, person?.full_name);
    addWords(terms, person?.first_name);
    addWords(terms, person?.last_name);
  }
  for (const line of line_items) {
    addWords(terms, line.item.id);
    addWords(terms, line.sku);
    addWords(terms, lineTitle(line));
  }
  for (const text of tracking) addWords(terms, text);
  for (const text of tracking) terms.add(joined(text ?? ''));
  addEmail(terms, buyer?.email);
  addEmail(terms, asEmail(order.buyer_id));
  terms.delete('');
  return [...terms];
}

/** A word of a query; with `isStart` it also matches as a prefix. */
export interface QueryTerm {
  readonly term: string;
  readonly isStart: boolean;
}

/** Splits a query into words, all of which an order must contain; `undefined` if there are none. */
export function queryTerms(query: string): QueryTerm[] | undefined {
  const words = query.split(/\s+/).flatMap((chunk) => (chunk.includes('@') ? [fold(chunk)] : [joined(chunk)]));
  const terms = [...new Set(words)].filter((term) => term !== '').slice(0, MAX_WORDS);
  return terms.length === 0 ? undefined : terms.map((term) => ({ term, isStart: term.length >= PREFIX_FROM }));
}

/**
 * Splits at spaces into words, and adds them both whole and in parts: `O'Brien-Smith` is found by `obriensmith`, `brien`
 * and `smith`.
 */
function addWords(terms: Set<string>, text: string | null | undefined): void {
  for (const chunk of text?.split(/\s+/) ?? []) {
    const folded = fold(chunk);
    const whole = folded.replace(SEPARATORS, '');
    terms.add(whole);
    if (whole !== folded) for (const part of folded.split(SEPARATORS)) terms.add(part);
  }
}

/** Folds a text and removes everything except letters and digits. */
function joined(text: string): string {
  return fold(text).replace(SEPARATORS, '');
}

/** Returns a buyer reference if it is an email address, which some callers send as the reference. */
function asEmail(buyerId: string): string | undefined {
  return buyerId.includes('@') ? buyerId : undefined;
}

function addEmail(terms: Set<string>, email: string | undefined): void {
  if (email === undefined) return;
  const [local = '', domain = ''] = fold(email).split('@');
  terms.add(fold(email));
  if (domain !== '') terms.add(`@${domain}`);
  addWords(terms, local);
}
