import type { MatchedWord } from '../domain/search/matched-word.js';
import type { PriceBounds } from '../domain/search/price-words.js';
import { displayAmount } from '../domain/values/display.js';
import type { SearchMessage } from '../schema/item.js';

interface Asked {
  readonly inWords: PriceBounds;
}

interface Found {
  readonly items: readonly unknown[];
  readonly matched: readonly MatchedWord[];
  readonly near?: 'filter' | 'words';
}

/** Notes for the caller on the interpretation of words, on approximate matches and on a search without matches. */
export function searchMessages({ inWords }: Asked, found: Found | undefined, currency: string): SearchMessage[] {
  const bounds = boundsText(inWords, currency);
  return [
    ...(bounds === '' ? [] : [info('price_in_words', `The query's price was taken as a filter: ${bounds}.`)]),
    ...(found ? replacedMessages(found) : []),
    ...(found ? nearMessages(found) : []),
  ];
}

function replacedMessages({ matched, items }: Found): SearchMessage[] {
  const replaced = matched.filter(({ correction }) => correction !== undefined && items.length > 0);
  if (replaced.length === 0) return [];
  const pairs = replaced.map((word) => `"${word.correction}" for "${word.word}"`).join(', ');
  return [info('words_replaced', `The shop does not have every word of the query; taken instead: ${pairs}.`)];
}

function nearMessages({ near, items }: Found): SearchMessage[] {
  if (items.length === 0) return [info('nothing_found', 'Nothing is near the query; omit it to list everything.')];
  if (near === 'filter')
    return [info('nearest_items', 'Nothing passes the filters; these items match the words without them.')];
  return near === 'words' ? [info('nearest_items', 'Nothing has these words; these items are the nearest.')] : [];
}

function boundsText({ min_price, max_price }: PriceBounds, currency: string): string {
  const text = (amount: number) => displayAmount(amount, currency, 'en');
  return [
    ...(min_price === undefined ? [] : [`from ${text(min_price)}`]),
    ...(max_price === undefined ? [] : [`up to ${text(max_price)}`]),
  ].join(' ');
}

function info(code: SearchMessage['code'], content: string): SearchMessage {
  return { type: 'info', code, content };
}
