import type { ShopSettings } from '../domain/shop/shop.js';
import { LIMIT_NAMES, type LimitName, type SpendingLimits } from '../domain/tenant/limits.js';
import { decimalsOf } from '../domain/values/currency.js';
import { formatPrice, parsePrice } from '../domain/values/price-text.js';
import { ceilingOf, readLimits } from '../pages/grant/limits-form.js';

/** Durations of a grant that a person can choose, in days. */
const DURATIONS = [1, 30, 90, 365] as const;
const DEFAULT_DURATION = 90;

/** Limits that the form suggests, in units of a currency with decimals. */
const SUGGESTED: Readonly<Record<LimitName, string>> = { per_order: '100', per_30_days: '300', ask_above: '' };

/** Texts of the form, as typed. */
export type Typed = Readonly<Record<LimitName | 'days', string>>;

/** A person's choices, or the names of the fields that are not valid. */
export type Choices =
  | { readonly limits: SpendingLimits | undefined; readonly days: number }
  | { readonly wrong: readonly LimitName[] };

type Shop = Pick<ShopSettings, 'currency' | 'grant_ceilings'>;

/** Returns the durations that a person can choose in a shop, in days. */
export function durationsIn({ grant_ceilings }: Shop): readonly number[] {
  const { days = Number.POSITIVE_INFINITY } = grant_ceilings ?? {};
  const allowed = DURATIONS.filter((one) => one <= days);
  return allowed.length > 0 ? allowed : [days];
}

/** Returns the longest duration up to the default one. */
function defaultDuration(shop: Shop): number {
  return durationsIn(shop).findLast((one) => one <= DEFAULT_DURATION) ?? DEFAULT_DURATION;
}

/** Returns the texts that a new form shows. */
export function suggestedChoices(shop: Shop): Typed {
  const { currency, grant_ceilings = {} } = shop;
  // A unit of a currency without decimals, such as the yen, is worth about a hundredth of one with them.
  const scaled = (text: string) => (text !== '' && decimalsOf(currency) === 0 ? `${text}00` : text);
  const within = (name: LimitName, text: string) => {
    const ceiling = ceilingOf(grant_ceilings, name);
    const price = parsePrice(text, currency);
    if (ceiling === undefined || (typeof price !== 'string' && price.amount <= ceiling)) return text;
    return formatPrice(ceiling, currency);
  };
  const limits = LIMIT_NAMES.map((name) => [name, within(name, scaled(SUGGESTED[name]))] as const);
  return { ...SUGGESTED, ...Object.fromEntries(limits), days: String(defaultDuration(shop)) };
}

/** Reads the texts of a form. An empty limit is the ceiling of the shop, or none. */
export function readChoices(typed: Typed, shop: Shop): Choices {
  const read = readLimits(typed, shop);
  if ('wrong' in read) return read;
  return { ...read, days: durationsIn(shop).find((one) => String(one) === typed.days) ?? defaultDuration(shop) };
}
