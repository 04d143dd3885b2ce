/** Currencies of ISO 4217 that do not have two decimals. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI'].map(
    (code) => [code, 0] as const,
  ),
  ...['VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
]);

/** ISO 4217 codes that Intl lacks: the funds of table A.2, and VED. */
const BEYOND_INTL = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'] as const;

/** Codes that a shop can use: currencies and funds in use, without metals and test codes. */
export const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...BEYOND_INTL]);

/**
 * Returns the number of decimals of a currency. Intl is not used, because it has fewer decimals for some currencies, as
 * in daily use (0 for HUF), while payment providers follow the standard.
 */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}
