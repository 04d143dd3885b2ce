import { displayAmount, displayRate } from '../domain/values/display.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { OrderAnswer } from '../schema/order.js';
import type { Locale } from '../texts/locale.js';
import { type Html, html } from './html.js';

type Total = CheckoutF['totals'][number];

/** Costs of a checkout or order. Orders from earlier versions do not have the names of discounts and fees. */
type Costs = Pick<CheckoutF | OrderAnswer, 'totals' | 'currency' | 'discounts' | 'fees' | 'tax_lines'>;

export interface Row {
  readonly type: string;
  readonly name: string;
  readonly text: string;
  /** Discount code. */
  readonly code?: string | undefined;
}

/** Options for what checkouts and orders show differently. */
interface More {
  /** Text shown instead of the delivery price until an option is selected. */
  readonly delivery?: string | undefined;
  /** Button that removes a code. */
  readonly remover?: (code: string) => Html;
  /** True to show the taxable amount of each tax. */
  readonly isConfirmation?: boolean;
  /** Rows below the total. */
  readonly rows?: readonly Row[];
}

/** Renders the totals, with each discount and fee listed by name. */
export function totalsPart(costs: Costs, locale: Locale, more: More = {}): Html {
  const { rows = [], remover } = more;
  const all = [...costRows(costs, locale, more), ...rows];
  return html`<table class="totals"><tbody>${all.map(
    ({ type, name, text, code }) => html`
<tr class="${type}"><th scope="row">${name}${code !== undefined && html` <span class="of">(${code})${remover?.(code)}</span>`}</th><td>${text}</td></tr>`,
  )}
</tbody></table>`;
}

/** Returns the costs as rows, as the buyer's pages and mails show them. */
export function costRows(costs: Costs, locale: Locale, { delivery, isConfirmation = false }: More = {}): Row[] {
  const { texts, tag } = locale;
  const { summary } = texts;
  const money = (amount: number) => displayAmount(amount, costs.currency, tag);
  const firstOff = costs.totals.find(({ type }) => isOff(type));
  const known = costs.totals.flatMap((total): Row[] => {
    const { type, amount } = total;
    if (isOff(type) && costs.discounts) return total === firstOff ? discountRows(costs.discounts, money) : [];
    if (type === 'tax' && costs.tax_lines) return taxRows(costs, locale, isConfirmation);
    if (type === 'fee' && costs.fees)
      return costs.fees.map((fee) => ({ type, name: fee.title, text: money(fee.amount) }));
    if (type === 'fulfillment')
      return [{ type, name: summary.fulfillment, text: amount === 0 ? texts.delivery.free : money(amount) }];
    if (type === 'total' && delivery !== undefined && !costs.totals.some((one) => one.type === 'fulfillment'))
      return [
        { type: 'later', name: summary.fulfillment, text: delivery },
        { type, name: summary.total, text: money(amount) },
      ];
    return type === 'total'
      ? [{ type, name: summary.total, text: money(amount) }]
      : [{ type, name: summary[type], text: money(amount) }];
  });
  const isIncluded = costs.tax_lines?.some(({ included }) => included);
  return isIncluded ? [...known, ...taxRows(costs, locale, isConfirmation)] : known;
}

/**
 * Builds one table row per tax rate, in order of first use. A confirmation also shows the taxable amounts, for tax
 * offices.
 */
function taxRows({ tax_lines = [], currency }: Costs, { texts, tag }: Locale, isConfirmation: boolean): Row[] {
  const { summary } = texts;
  const sums = new Map<number, { amount: number; base: number; included: boolean }>();
  for (const { rate_ppm, amount, taxable_amount, included } of tax_lines) {
    const known = sums.get(rate_ppm) ?? { amount: 0, base: 0, included };
    sums.set(rate_ppm, { included, amount: known.amount + amount, base: known.base + taxable_amount });
  }
  return [...sums].map(([ppm, { amount, base, included }]) => {
    const rate = displayRate(ppm, tag);
    const name = included ? summary.tax_included(rate) : summary.tax_rate(rate);
    const on = isConfirmation ? ` (${summary.tax_base(displayAmount(base, currency, tag))})` : '';
    return { type: included ? 'included' : 'tax', name: `${name}${on}`, text: displayAmount(amount, currency, tag) };
  });
}

function isOff(type: Total['type']): boolean {
  return type === 'discount' || type === 'items_discount';
}

/** Lists each discount on items and on the order; the totals contain only the sum of each kind. */
function discountRows({ applied }: CheckoutF['discounts'], money: (amount: number) => string): Row[] {
  return applied.map(({ title, code, amount }) => ({
    type: 'discount',
    name: title,
    text: money(-amount),
    code,
  }));
}
