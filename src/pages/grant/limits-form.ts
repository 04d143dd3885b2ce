import { LIMIT_NAMES, type LimitName, type SpendingLimits } from '../../domain/tenant/limits.js';
import { parsePrice } from '../../domain/values/price-text.js';
import type { Locale } from '../../texts/locale.js';
import { type Html, html } from '../html.js';

/** Texts of the limit fields, as typed. */
export type TypedLimits = Readonly<Record<LimitName, string>>;

/** Limits that a person typed, or the names of the fields that are not valid. */
export type ReadLimits = { readonly limits: SpendingLimits | undefined } | { readonly wrong: readonly LimitName[] };

/** Reads the texts of a form. An empty limit is none. */
export function readLimits(typed: TypedLimits, currency: string): ReadLimits {
  const read = LIMIT_NAMES.flatMap((name) => {
    const text = typed[name].trim();
    return text === '' ? [] : [[name, parsePrice(text, currency)] as const];
  });
  const wrong = read.flatMap(([name, price]) =>
    typeof price === 'string' || !Number.isSafeInteger(price.amount) ? [name] : [],
  );
  if (wrong.length > 0) return { wrong };
  const limits = read.map(([name, price]) => [name, typeof price === 'string' ? 0 : price.amount] as const);
  return { limits: limits.length === 0 ? undefined : { ...Object.fromEntries(limits), currency } };
}

interface LimitFields {
  readonly typed: TypedLimits;
  readonly wrong: readonly LimitName[];
  readonly currency: string;
  /** Put before the ids of the fields, for a page with several forms. */
  readonly idPrefix?: string;
}

/** Renders a field for each limit, with the problem of its entry. */
export function limitFields({ typed, wrong, currency, idPrefix = '' }: LimitFields, { texts }: Locale): Html {
  const { grant } = texts;
  return html`${LIMIT_NAMES.map((name) => {
    const id = `${idPrefix}${name}`;
    const isWrong = wrong.includes(name);
    const state = isWrong && html` aria-invalid="true" aria-describedby="${id}-error"`;
    return html`<div class="field"><label for="${id}">${grant[name]} (${currency})</label>
<input id="${id}" name="${name}" inputmode="decimal" autocomplete="off" value="${typed[name]}"${state}>${isWrong && html`<p class="error" id="${id}-error">${grant.amount(currency)}</p>`}</div>`;
  })}`;
}
