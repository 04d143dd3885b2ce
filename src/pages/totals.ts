import { displayAmount } from '../domain/values/display.js';
import type { CheckoutF } from '../schema/checkout.js';
import type { OrderAnswer } from '../schema/order.js';
import type { Locale } from '../texts/locale.js';
import { includedTaxText } from '../view/included-tax-text.js';
import { type Html, html } from './html.js';

type Total = CheckoutF['totals'][number];

/** What a checkout or an order costs; orders of earlier programs do not have the names of discounts and fees. */
type Costs = Pick<CheckoutF | OrderAnswer, 'totals' | 'currency' | 'discounts' | 'fees' | 'tax_lines'>;

export interface Row {
  readonly type: string;
  readonly name: string;
  readonly text: string;
}

/** How the rows of a checkout differ from those of an order. */
interface More {
  /** In the place of the price of a delivery that is not chosen yet. */
  readonly delivery?: string | undefined;
  /** After the total. */
  readonly rows?: readonly Row[];
}

/** The totals, and in the place of those of discounts and fees each of these by its name. */
export function totalsPart(costs: Costs, locale: Locale, { delivery, rows = [] }: More = {}): Html {
  const all = [...costRows(costs, locale, delivery), ...rows];
  return html`<table class="totals"><tbody>${all.map(
    ({ type, name, text }) => html`
<tr class="${type}"><th scope="row">${name}</th><td>${text}</td></tr>`,
  )}
</tbody></table>`;
}

function costRows(costs: Costs, { texts, tag }: Locale, delivery: string | undefined): Row[] {
  const { summary } = texts;
  const money = (amount: number) => displayAmount(amount, costs.currency, tag);
  const firstOff = costs.totals.find(({ type }) => isOff(type));
  const known = costs.totals.flatMap((total): Row[] => {
    const { type, amount } = total;
    if (isOff(type) && costs.discounts) return total === firstOff ? discountRows(costs.discounts, money) : [];
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
  const included = includedTax(costs);
  const note = included > 0 ? includedTaxText(money(included), tag) : undefined;
  return note === undefined ? known : [...known, { type: 'included', name: note, text: '' }];
}

/** The tax that is in the prices. */
function includedTax({ tax_lines = [] }: Costs): number {
  return tax_lines.filter(({ included }) => included).reduce((sum, { amount }) => sum + amount, 0);
}

function isOff(type: Total['type']): boolean {
  return type === 'discount' || type === 'items_discount';
}

/** Those on items and those on the order have a total each, which are added up of these. */
function discountRows({ applied }: CheckoutF['discounts'], money: (amount: number) => string): Row[] {
  return applied.map(({ title, code, amount }) => ({
    type: 'discount',
    name: code === undefined ? title : `${title} (${code})`,
    text: money(-amount),
  }));
}
