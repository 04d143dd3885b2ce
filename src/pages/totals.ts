import type { CheckoutF } from '../schema/checkout.js';
import type { OrderAnswer } from '../schema/order.js';
import { displayAmount } from '../view/format.js';
import { type Html, html } from './html.js';

type Total = CheckoutF['totals'][number];

/** What a checkout or an order costs; orders of earlier programs do not have the names of discounts and fees. */
type Costs = Pick<CheckoutF | OrderAnswer, 'totals' | 'currency' | 'discounts' | 'fees'>;

interface Row {
  readonly type: Total['type'];
  readonly name: string;
  readonly text: string | number;
}

const TOTAL_NAMES: Record<Total['type'], string> = {
  subtotal: 'Subtotal',
  items_discount: 'Item discounts',
  discount: 'Discounts',
  fulfillment: 'Delivery',
  tax: 'Tax',
  fee: 'Fees',
  total: 'Total',
};

/** The totals, and in the place of those of discounts and fees each of these by its name. */
export function totalsPart(costs: Costs, language: string): Html {
  const money = (amount: number) => displayAmount(amount, costs.currency, language);
  const firstOff = costs.totals.find(({ type }) => isOff(type));
  const rows = costs.totals.flatMap((total): Row[] => {
    const { type } = total;
    if (isOff(type) && costs.discounts) return total === firstOff ? discountRows(costs.discounts, money) : [];
    if (type === 'fee' && costs.fees)
      return costs.fees.map(({ title, amount }) => ({ type, name: title, text: money(amount) }));
    return [{ type, name: TOTAL_NAMES[type], text: total.display_text ?? total.amount }];
  });
  return html`<table>${rows.map(
    ({ type, name, text }) => html`
<tr class="${type}"><th scope="row">${name}</th><td>${text}</td></tr>`,
  )}
</table>`;
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
