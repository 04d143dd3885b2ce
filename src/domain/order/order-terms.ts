import { fold } from '../search/fold.js';
import { lineTitle } from '../shop/item-title.js';
import type { Order } from './order.js';

/** Maximum words used from a query. */
const MAX_WORDS = 10;
/** Minimum characters of a word to match as a prefix; shorter words must match exactly. */
const PREFIX_FROM = 3;

/** Search terms of an order, as folded words: number, id, people, email addresses, items and tracking numbers. */
export function orderTerms(order: Order): string[] {
  const { buyer, billing_address, line_items, fulfillment } = order;
  const people = [buyer, billing_address, ...fulfillment.expectations.map(({ destination }) => destination)];
  const names = people.flatMap((person) => [person?.full_name, person?.first_name, person?.last_name]);
  // A buyer may name the number of the first mail.
  const tracking = fulfillment.events.flatMap((event) =>
    [event, ...(event.earlier_tracking ?? [])].map(({ tracking_number }) => tracking_number),
  );
  const items = line_items.flatMap((line) => [line.item.id, line.sku, lineTitle(line)]);
  const texts = [order.display_id, ...names, ...items, ...tracking].flatMap((text) => text ?? []);
  const whole = tracking.flatMap((text) => (text === undefined ? [] : [joined(text)]));
  return [
    ...new Set([
      // People paste an id whole or type its start. Each term costs a page of the index, so its parts have none.
      joined(order.id),
      ...texts.flatMap(wordsOf),
      ...whole,
      ...emailTerms(buyer?.email),
      ...emailTerms(asEmail(order.buyer_id)),
    ]),
  ].filter((term) => term !== '');
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
 * Splits at spaces into words, both whole and in parts: `O'Brien-Smith` is found by `obriensmith`, `brien` and `smith`.
 */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).flatMap((chunk) => [joined(chunk), ...fold(chunk).split(/[^\p{L}\p{N}]+/u)]);
}

/** Folds a text and removes everything except letters and digits. */
function joined(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns a buyer reference if it is an email address, which some callers send as the reference. */
function asEmail(buyerId: string): string | undefined {
  return buyerId.includes('@') ? buyerId : undefined;
}

function emailTerms(email: string | undefined): string[] {
  if (email === undefined) return [];
  const [local = '', domain = ''] = fold(email).split('@');
  return [fold(email), domain === '' ? '' : `@${domain}`, ...wordsOf(local)];
}
