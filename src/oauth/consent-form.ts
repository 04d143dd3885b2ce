import { LIMIT_NAMES, type LimitName, type SpendingLimits } from '../domain/tenant/limits.js';
import { decimalsOf } from '../domain/values/currency.js';
import { readLimits } from '../pages/grant/limits-form.js';

/** Durations of a grant that a person can choose, in days. */
export const DURATIONS = [1, 30, 90, 365] as const;
export const DEFAULT_DURATION = 90;

/** Limits that the form suggests, in units of a currency with decimals. */
const SUGGESTED: Readonly<Record<LimitName, string>> = { per_order: '100', per_30_days: '300', ask_above: '' };

/** Texts of the form, as typed. */
export type Typed = Readonly<Record<LimitName | 'days', string>>;

/** A person's choices, or the names of the fields that are not valid. */
export type Choices =
  | { readonly limits: SpendingLimits | undefined; readonly days: number }
  | { readonly wrong: readonly LimitName[] };

/** Returns the texts that a new form shows. */
export function suggestedChoices(currency: string): Typed {
  // A unit of a currency without decimals, such as the yen, is worth about a hundredth of one with them.
  const scaled = (text: string) => (text !== '' && decimalsOf(currency) === 0 ? `${text}00` : text);
  const limits = LIMIT_NAMES.map((name) => [name, scaled(SUGGESTED[name])] as const);
  return { ...SUGGESTED, ...Object.fromEntries(limits), days: String(DEFAULT_DURATION) };
}

/** Reads the texts of a form. An empty limit is none. */
export function readChoices(typed: Typed, currency: string): Choices {
  const read = readLimits(typed, currency);
  if ('wrong' in read) return read;
  return { ...read, days: DURATIONS.find((one) => String(one) === typed.days) ?? DEFAULT_DURATION };
}
