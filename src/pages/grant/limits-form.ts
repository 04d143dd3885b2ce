import type { ShopSettings } from '../../domain/shop/shop.js';
import {
  LIMIT_NAMES,
  type LimitName,
  limitsWithin,
  type SpendingCeilings,
  type SpendingLimits,
} from '../../domain/tenant/limits.js';
import { displayAmount } from '../../domain/values/display.js';
import { formatPrice, type ParsedPrice, parsePrice } from '../../domain/values/price-text.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Texts of the limit fields, as typed. */
export type TypedLimits = Readonly<Record<LimitName, string>>;

/** Reads the texts of the limit fields one by one. */
export function typedLimits(text: (name: LimitName) => string): TypedLimits {
  return { per_order: text('per_order'), per_30_days: text('per_30_days'), ask_above: text('ask_above') };
}

/** Returns the texts of fields that show the limits of a grant. */
export function storedLimits(limits: SpendingLimits | undefined): TypedLimits {
  return typedLimits((name) => {
    const limit = limits?.[name];
    return limits === undefined || limit === undefined ? '' : formatPrice(limit, limits.currency);
  });
}

/** Limits that a person typed, or the names of the fields that are not valid. */
export type ReadLimits = { readonly limits: SpendingLimits | undefined } | { readonly wrong: readonly LimitName[] };

/** Returns the ceiling of a limit; `undefined` for none. Minor units. */
export function ceilingOf(ceilings: SpendingCeilings, name: LimitName): number | undefined {
  return name === 'ask_above' ? undefined : ceilings[name];
}

/** Reads the texts of a form. An empty limit is the ceiling of the shop, or none. */
export function readLimits(
  typed: TypedLimits,
  { currency, grant_ceilings = {} }: Pick<ShopSettings, 'currency' | 'grant_ceilings'>,
): ReadLimits {
  const isValid = (name: LimitName, { amount }: ParsedPrice) =>
    Number.isSafeInteger(amount) && amount <= (ceilingOf(grant_ceilings, name) ?? amount);
  const read = LIMIT_NAMES.flatMap((name) => {
    const text = typed[name].trim();
    return text === '' ? [] : [[name, parsePrice(text, currency)] as const];
  });
  const wrong = read.flatMap(([name, price]) => (typeof price === 'string' || !isValid(name, price) ? [name] : []));
  if (wrong.length > 0) return { wrong };
  const limits = read.map(([name, price]) => [name, typeof price === 'string' ? 0 : price.amount] as const);
  const chosen = limits.length === 0 ? undefined : { ...Object.fromEntries(limits), currency };
  return { limits: limitsWithin(chosen, grant_ceilings, currency) };
}

interface LimitFields {
  readonly typed: TypedLimits;
  readonly wrong: readonly LimitName[];
  readonly currency: string;
  readonly ceilings?: SpendingCeilings | undefined;
  /** Put before the ids of the fields, for a page with several forms. */
  readonly idPrefix?: string;
}

/** Renders a field for each limit, with the problem of its entry. */
export function limitFields(
  { typed, wrong, currency, ceilings = {}, idPrefix = '' }: LimitFields,
  { texts, tag }: Locale,
): Html {
  const { grant } = texts;
  return html`${LIMIT_NAMES.map((name) => {
    const id = `${idPrefix}${name}`;
    const isWrong = wrong.includes(name);
    const ceiling = ceilingOf(ceilings, name);
    const hint = ceiling !== undefined && grant.ceiling(displayAmount(ceiling, currency, tag));
    const state = isWrong && html` aria-invalid="true" aria-describedby="${id}-error"`;
    return html`<div class="field"><label for="${id}">${grant[name]} (${currency})</label>
<input id="${id}" name="${name}" inputmode="decimal" autocomplete="off" value="${typed[name]}"${state}>${hint && html`<p class="hint">${hint}</p>`}${isWrong && html`<p class="error" id="${id}-error">${grant.amount(currency)}</p>`}</div>`;
  })}`;
}
