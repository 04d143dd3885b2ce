export const LIMIT_NAMES = ['per_order', 'per_30_days', 'ask_above'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/**
 * Limits of what an API key may spend without the buyer, in minor units of `currency`. At least one is present. A total
 * above a limit needs the buyer's approval.
 */
export interface SpendingLimits {
  readonly per_order?: number;
  /** Limit of all orders within `SPENDING_WINDOW_MS`. */
  readonly per_30_days?: number;
  /** Total above which the buyer wants to be asked, although the other limits allow it. */
  readonly ask_above?: number;
  /** Names of the only categories of items that it may buy, never empty; absent for all. */
  readonly categories?: readonly string[];
  readonly currency: string;
}

/** Maximum categories in the limits of a key. */
export const MAX_LIMIT_CATEGORIES = 30;

/** Time for which a payment counts toward `per_30_days`. Milliseconds. */
export const SPENDING_WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

/** Limits of an API key, and the payments that count toward them now. */
export interface Spending {
  readonly key_id: string;
  readonly limits: SpendingLimits;
  /** Minor units. */
  readonly spent: number;
  /** Time of the first of these payments; absent if there is none. */
  readonly oldest?: number;
  /** Time of the last one. It may be in the future, if the clock was set back. */
  readonly newest?: number;
}

/** Changes to limits, in minor units; null removes one, and an omitted one stays. No categories are all of them. */
export type LimitChange = { readonly [Name in LimitName]?: number | null | undefined } & {
  readonly categories?: readonly string[] | null | undefined;
};

/** Returns the limits after a change, with the currency of the key's shop; `undefined` if none is left. */
export function changeLimits(
  before: SpendingLimits | undefined,
  change: LimitChange,
  currency: string,
): SpendingLimits | undefined {
  const limits = LIMIT_NAMES.flatMap((name) => {
    const limit = change[name] === undefined ? before?.[name] : change[name];
    return limit === undefined || limit === null ? [] : [[name, limit] as const];
  });
  const categories = (change.categories === undefined ? before?.categories : change.categories) ?? [];
  if (limits.length === 0 && categories.length === 0) return undefined;
  return { ...Object.fromEntries(limits), ...(categories.length > 0 && { categories }), currency };
}

/** True if an item with these categories is in one of the limits' categories, ignoring case. */
export function isInCategories({ categories }: Pick<SpendingLimits, 'categories'>, ofItem: readonly string[]): boolean {
  if (!categories) return true;
  const allowed = new Set(categories.map(comparable));
  return ofItem.some((category) => allowed.has(comparable(category)));
}

// Punctuation and symbols stay, since they can be all that distinguishes two categories, such as "C++" and "C#".
const comparable = (category: string) => category.normalize('NFKC').toLowerCase();

/** Ceilings of a shop for the limits of grants, in minor units of the shop's currency. */
export interface SpendingCeilings {
  readonly per_order?: number;
  readonly per_30_days?: number;
}

/**
 * Returns limits of which none is above a ceiling; a ceiling stands in for an absent limit. Limits in another currency
 * than the shop's allow nothing, and stay.
 */
export function limitsWithin(
  limits: SpendingLimits | undefined,
  { per_order, per_30_days }: SpendingCeilings,
  currency: string,
): SpendingLimits | undefined {
  if (limits && limits.currency !== currency) return limits;
  const change = {
    per_order: lowerOf(limits?.per_order, per_order),
    per_30_days: lowerOf(limits?.per_30_days, per_30_days),
  };
  return changeLimits(limits, change, currency);
}

function lowerOf(limit: number | undefined, ceiling: number | undefined): number | undefined {
  return limit === undefined || ceiling === undefined ? (limit ?? ceiling) : Math.min(limit, ceiling);
}

/** Amount that is left of `per_30_days`; `undefined` without this limit. Minor units. */
export function leftToSpend({
  limits: { per_30_days },
  spent,
}: Pick<Spending, 'limits' | 'spent'>): number | undefined {
  return per_30_days === undefined ? undefined : Math.max(0, per_30_days - spent);
}

/** Time at which a new payment counts: never before an earlier one, so that a clock set back frees nothing early. */
export function spentAt({ newest = 0 }: Spending, now: number): number {
  return Math.max(newest, now);
}
