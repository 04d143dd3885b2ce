/** How amounts, instants and languages are written. Formatting is slow, so formatters and texts are kept. */

/** Accept-Language is the caller's, so what is kept must have a bound. */
const MAX_FORMATTERS = 200;
const MAX_TEXTS = 5_000;

interface MoneyFormat {
  readonly format: Intl.NumberFormat;
  readonly divisor: number;
  readonly texts: Map<number, string>;
}

const money = new Map<string, MoneyFormat>();

/** An amount in its currency's form, such as `$19.99`. */
export function displayAmount(minorUnits: number, currency: string, language: string): string {
  const { format, divisor, texts } = moneyFormat(currency, language);
  const known = texts.get(minorUnits);
  if (known !== undefined) return known;
  const text = format.format(minorUnits / divisor);
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(minorUnits, text);
  return text;
}

function moneyFormat(currency: string, language: string): MoneyFormat {
  const key = `${language} ${currency}`;
  const known = money.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const divisor = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  const made = { format, divisor, texts: new Map<number, string>() };
  if (money.size >= MAX_FORMATTERS) money.clear();
  money.set(key, made);
  return made;
}

/** ISO 8601 in UTC. */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString();
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
