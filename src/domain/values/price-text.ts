import { decimalsOf } from './currency.js';

/** A parsed price. */
export interface ParsedPrice {
  /** Minor units. */
  readonly amount: number;
  /**
   * True for whole numbers without a currency, which may have been meant as minor units. Such numbers are read as major
   * units.
   */
  readonly isBareInteger: boolean;
}

/**
 * Parses a price exactly, with optional decimals and currency: `19.99`, `19,99 EUR`, `USD 1,299.00`, `€ 5`.
 * @returns the price, or a description of the problem if it cannot be read exactly
 */
export function parsePrice(text: string, currency: string): ParsedPrice | string {
  const [, before = '', number = '', after = ''] =
    /^\s*([^\d\s.,-]*)\s*(\d[\d.,' \u00a0]*?)\s*([^\d\s.,]*)\s*$/.exec(text) ?? [];
  if (number === '') return 'must be a price such as 19.99';
  const given = before || after;
  if ((before !== '' && after !== '') || !isCurrency(given, currency))
    return `must be a price in ${currency}, the currency of the shop`;
  const digits = decimalsOf(currency);
  const plain = number.replace(/[' \u00a0]/g, '');
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const [whole, part] = at === -1 ? [plain, ''] : [plain.slice(0, at), plain.slice(at + 1)];
  const isGrouped = /[.,]/.test(whole);
  if (isGrouped && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return 'must be a price such as 1299.00';
  if (part.length > digits) {
    if (part.length === 3 && !isGrouped)
      return `may be thousands or a part: write it as ${whole}${part}.00 or ${whole}.${part.slice(0, digits)}`;
    return `must have at most ${digits} decimals`;
  }
  const amount = Number(`${whole.replace(/[.,]/g, '')}${part.padEnd(digits, '0')}`);
  return { amount, isBareInteger: at === -1 && given === '' };
}

const SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
};

function isCurrency(given: string, currency: string): boolean {
  return given === '' || given.toUpperCase() === currency || (SYMBOLS[given]?.includes(currency) ?? false);
}

/** Formats minor units with a decimal point: `19.99`. */
export function formatPrice(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
