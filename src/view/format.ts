import { decimalsOf } from '../domain/values/currency.js';
import { memo } from '../domain/values/memo.js';

/** How amounts, instants and languages are written. Formatting is slow, so formatters and texts are cached. */

/** Languages with their currencies; Accept-Language is the caller's. */
const MAX_FORMATTERS = 50;
/** Amounts per formatter. */
const MAX_TEXTS = 2_000;

/** An amount in its currency's form, such as `$19.99`. */
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

/** A day such as `2026-12-24` as people read it. */
export function displayDay(day: string, language: string): string {
  return daysOf(language).format(new Date(day));
}

const daysOf = memo(
  MAX_FORMATTERS,
  (language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** ISO 8601 in UTC. */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : isoTime(instant);
}

/**
 * The first language of an Accept-Language header (RFC 9110 12.5.4) that is a well-formed tag, by
 * its place in the list; undefined when there is none or it is the wildcard.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const first = header?.split(',', 1)[0]?.split(';', 1)[0]?.trim();
  if (!first || first === '*' || first.length > 35) return undefined;
  try {
    return Intl.getCanonicalLocales(first)[0];
  } catch {
    return undefined;
  }
}
