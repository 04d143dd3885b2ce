import type { MatchedWord } from '../domain/search/matched-word.js';
import type { PriceBounds } from '../domain/search/price-words.js';
import type { ItemFilter } from '../domain/search/search-reads.js';
import { decimalsOf } from '../domain/values/currency.js';
import { displayAmount } from '../domain/values/display.js';
import type { SearchMessage } from '../schema/item.js';

/** A filter below this many whole units may have been meant in whole units: 30 for $30.00 is read as $0.30. */
const MIN_CLEAR_PRICE = 10;

interface Asked {
  readonly inWords: PriceBounds;
  readonly filter: ItemFilter;
}

interface Found {
  readonly items: readonly unknown[];
  readonly matched: readonly MatchedWord[];
  readonly near?: 'filter' | 'words';
}

/** Notes for the caller on the interpretation of words, on approximate matches and on a search without matches. */
export function searchMessages(asked: Asked, found: Found | undefined, currency: string): SearchMessage[] {
  const bounds = boundsText(asked.inWords, currency);
  return [
    ...(bounds === '' ? [] : [info('price_in_words', `The query's price was taken as a filter: ${bounds}.`)]),
    ...priceMessages(asked, currency),
    ...(found ? replacedMessages(found) : []),
    ...(found ? nearMessages(found) : []),
  ];
}

/** Reports how price filters were read that may have been meant in whole units. */
function priceMessages({ inWords, filter }: Asked, currency: string): SearchMessage[] {
  const scale = 10 ** decimalsOf(currency);
  const text = (amount: number) => displayAmount(amount, currency, 'en');
  const unclear = (['min_price', 'max_price'] as const).flatMap((member) => {
    const value = filter[member] ?? 0;
    if (scale === 1 || inWords[member] !== undefined || value === 0 || value >= MIN_CLEAR_PRICE * scale) return [];
    return [`${member} ${value} was read as ${text(value)} (for ${text(value * scale)} send ${value * scale})`];
  });
  if (unclear.length === 0) return [];
  return [info('price_filter', `Prices are in minor units: ${unclear.join('; ')}.`)];
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
