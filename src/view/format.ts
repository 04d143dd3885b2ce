/** How amounts, instants and languages are written. Formatters are slow to make, so they are kept. */

/** Accept-Language is the caller's, so the number of formatters kept must have a bound. */
const MAX_FORMATTERS = 200;
const money = new Map<string, { readonly format: Intl.NumberFormat; readonly divisor: number }>();

/** An amount in its currency's form, such as `$19.99`. */
export function displayAmount(minorUnits: number, currency: string, language: string): string {
  const { format, divisor } = moneyFormat(currency, language);
  return format.format(minorUnits / divisor);
}

function moneyFormat(currency: string, language: string) {
  const key = `${language} ${currency}`;
  const known = money.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const made = { format, divisor: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
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
