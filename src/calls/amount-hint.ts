import { AMOUNT_MEMBERS } from '../schema/amount-members.js';

/**
 * Suggests an integer amount for a value such as 21.99 or "$23.31", assuming a currency with two decimals. The
 * suggestion is only shown; the input is never converted.
 */
export function amountHint(member: string, value: unknown): string {
  if (!AMOUNT_MEMBERS.has(member)) return '';
  const number = minorUnits(value);
  return number === undefined
    ? '; amounts are integers of minor units (1999 = 19.99)'
    : `; amounts are integers of minor units: send ${number}`;
}

function minorUnits(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * 100) : undefined;
  if (typeof value !== 'string' || value.length > 30) return undefined;
  const [, whole = '', part] = /^\D{0,5}?(\d[\d,' ]*?)(?:[.,](\d{1,2}))?\D{0,5}$/.exec(value.trim()) ?? [];
  if (whole === '') return undefined;
  const isPlain = /^\d+$/.test(value.trim());
  const units = Number(whole.replaceAll(/\D/g, ''));
  if (isPlain) return units;
  return units * 100 + Number((part ?? '0').padEnd(2, '0'));
}
