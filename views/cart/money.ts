/**
 * An amount of minor units as text, where an answer has none. A currency unknown to the browser is written with two
 * decimals and its code.
 */
export function money(amount: number, currency: string, locale: string | undefined): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`.trim();
  }
}
