/**
 * Formats an amount in minor units, for responses that have no text for it. An amount in a currency unknown to the
 * browser gets two decimals and the currency code.
 */
export function money(amount: number, currency: string, locale: string | undefined): string {
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`.trim();
  }
}
