import { decimalsOf } from '../values/currency.js';

/** Price range in minor units, inclusive. */
export interface PriceBounds {
  readonly min_price?: number;
  readonly max_price?: number;
}

export interface PricedQuery {
  readonly bounds: PriceBounds;
  /** The query without the words that state the price. */
  readonly rest: string;
}

const AT_MOST =
  'under|below|less than|cheaper than|up to|no more than|not more than|at most|max(?:imum)?(?: of)?|within|' +
  'unter|bis(?: zu)?|h[oö]chstens|maximal|weniger als|g[uü]nstiger als|' +
  "moins de|jusqu'[aà]|au plus|maximum|menos de|hasta|por debajo de|como m[aá]ximo|m[aá]ximo|" +
  'meno di|fino a|sotto(?: i)?|massimo|al massimo|onder(?: de)?|tot|minder dan|maximaal|hoogstens';
const AT_LEAST =
  'over|above|more than|at least|from|starting at|min(?:imum)?(?: of)?|[uü]ber|ab|mehr als|mindestens|' +
  'plus de|[aà] partir de|au moins|m[aá]s de|desde|a partir de|m[ií]nimo|almeno|pi[uù] di|oltre|a partire da|' +
  'boven(?: de)?|vanaf|meer dan|minstens';
const OR_LESS =
  '(?:or|and) (?:less|under|below|cheaper)|max(?:imum)?|oder (?:weniger|g[uü]nstiger)|maximal|ou moins|maximum|o menos|m[aá]ximo|o meno|massimo|of minder';
const OR_MORE = '(?:or|and) (?:more|up|above)|oder mehr|ou plus|o m[aá]s|o pi[uù]|of meer';
const BETWEEN = 'between|from|zwischen|von|entre|tra|da|tussen|van';
const AND = 'and|to|und|bis|et|et de|[aà]|y|e|en|tot|[-–—]';

/** Currency names and symbols as regular expressions in lower case; other currencies are recognized by their code. */
const NAMES: Readonly<Record<string, string>> = {
  USD: '\\$|us\\$|usd|dollars?|bucks',
  CAD: '\\$|ca\\$|cad|dollars?',
  AUD: '\\$|au\\$|aud|dollars?',
  EUR: '€|eur|euros?',
  GBP: '£|gbp|pounds?|quid',
  CHF: 'chf|fr\\.|franken|francs?|franchi',
  JPY: '¥|jpy|yen',
};

const NUMBER = "\\d{1,3}(?:[.,' ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?";

/**
 * Extracts "under 30 dollars", "bis 30 Euro" or "20-40 €" from a query as a price filter in the shop's currency. A
 * number without a currency counts as a price only at the end of the query, after a word such as "under".
 */
export function priceInWords(query: string, currency: string): PricedQuery {
  const money = NAMES[currency] ?? currency.toLowerCase();
  const amount = `(?:(?:${money})\\s*)?(${NUMBER})(?:\\s*(?:${money})(?![\\p{L}]))?`;
  const marked = `(?:(?:${money})\\s*(${NUMBER})|(${NUMBER})\\s*(?:${money})(?![\\p{L}]))`;
  const find = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'iu').exec(query);
  const taken = (match: RegExpExecArray, bounds: PriceBounds): PricedQuery => ({
    bounds,
    rest: `${query.slice(0, match.index)} ${query.slice(match.index + match[0].length)}`,
  });
  const minor = (...groups: readonly (string | undefined)[]) => minorUnits(groups.find((text) => text) ?? '', currency);

  const between = find(`(?:(?:${BETWEEN})\\s+)?${amount}\\s*(?:${AND})\\s*${marked}`);
  if (between) return taken(between, ordered(minor(between[1]), minor(between[2], between[3])));
  for (const [before, after, bound] of [
    [AT_MOST, OR_LESS, 'max_price'],
    [AT_LEAST, OR_MORE, 'min_price'],
  ] as const) {
    const match =
      find(`(?:${before})\\s*${marked}`) ??
      find(`${marked}\\s*(?:${after})(?![\\p{L}])`) ??
      find(`(?:${before})\\s+(${NUMBER})\\s*$`);
    if (match) return taken(match, { [bound]: minor(match[1], match[2]) });
  }
  return { bounds: {}, rest: query };
}

function ordered(one: number, other: number): PriceBounds {
  return { min_price: Math.min(one, other), max_price: Math.max(one, other) };
}

/**
 * Parses an amount. "1,299.50" and "1.299,50" are equal; a single separator before three digits separates thousands.
 */
function minorUnits(text: string, currency: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1] ?? '';
  const whole = (decimals === '' ? text : text.slice(0, -decimals.length - 1)).replace(/[.,' ]/g, '');
  return Math.round(Number(`${whole}.${decimals || '0'}`) * 10 ** decimalsOf(currency));
}
