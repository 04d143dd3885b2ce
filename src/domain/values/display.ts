import { decimalsOf } from './currency.js';
import { memo } from './memo.js';

/** Formats amounts and days for people. Formatting is slow, so formatters and texts are cached. */

/**
 * Maximum cached pairs of language and currency. There is a limit because callers choose languages by Accept-Language.
 */
const MAX_FORMATTERS = 50;
/** Maximum cached texts per formatter. */
const MAX_TEXTS = 2_000;

/** Formats an amount for display, such as `$19.99`. */
export function displayAmount(minorUnits: number, currency: string, language: string): string {
  return textsOf(`${currency} ${language}`)(minorUnits);
}

const textsOf = memo(MAX_FORMATTERS, (key: string) => {
  const [currency = '', language] = key.split(' ');
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits });
  const divisor = 10 ** decimals;
  return memo(MAX_TEXTS, (minorUnits: number) => format.format(minorUnits / divisor));
});

/** Formats a date such as `2026-12-24` for display. */
export function displayDay(day: string, language: string): string {
  return daysOf(language)(day);
}

const daysOf = memo(MAX_FORMATTERS, (language: string) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return memo(MAX_TEXTS, (day: string) => format.format(new Date(day)));
});

/** Formats a rate for display, such as `8.25%`. */
export function displayRate(ppm: number, language: string): string {
  return ratesOf(language).format(ppm / 1_000_000);
}

const ratesOf = memo(
  MAX_FORMATTERS,
  (language: string) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 }),
);
