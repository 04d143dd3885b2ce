import type { Method } from './calls.js';
import { compare } from './difference.js';
import { usesLeft } from './discounts.js';
import { BUYERS } from './operations.js';
import { priced } from './prices.js';
import type { Run } from './run.js';
import { answered, appliedOf, type Body, type Charges, charges, expected, feesOf } from './shown.js';
import { asText, type Checkout } from './state.js';
import { allTaxed, taxByRate } from './taxes.js';

/** Comparisons of model and server after each step, and at the end. */

/** Compares a response with the model. If the caller chose no id for a line, the first response determines its id. */
export function compareCheckout({ model, lines }: Run, checkout: Checkout, body: Body): void {
  const idOf = (line: string, index: number) => {
    if (!line.startsWith('#')) return line;
    const given = body.line_items[index]?.id;
    if (!lines.has(line) && given?.startsWith('li_') && ![...lines.values()].includes(given)) lines.set(line, given);
    return lines.get(line) ?? 'a line of its own';
  };
  const actual = answered(body);
  const wanted = expected(model.shop, checkout, idOf);
  for (const member of Object.keys(actual)) compare(member, wanted[member], actual[member]);
}

/** Compares the last cart of each buyer. It is read with get_cart only if the model considers it current. */
export async function compareCurrent(both: Run): Promise<void> {
  const { model, ids, shoppers } = both;
  const answers = BUYERS.map(async (by) => {
    const checkout = model.checkouts[by].at(-1);
    const checkout_id = checkout && ids.get(checkout);
    if (!checkout || checkout_id === undefined) return;
    const { data } = model.isCurrent(checkout)
      ? await shoppers[by].ok('get_cart', {})
      : await shoppers[by].ok('get_checkout', { checkout_id });
    compare('the id of the cart', checkout_id, data.id);
    compareCheckout(both, checkout, data);
  });
  await Promise.all(answers);
}

export function compareMethods({ model, lines }: Run, checkout: Checkout, methods: readonly Method[]): void {
  const wanted = priced(model.shop, checkout).options.map((option) => ({
    id: option.id,
    type: option.type,
    amount: option.amount,
    lines: option.lines.map((line) => lines.get(line) ?? line),
  }));
  const actual = methods.map(({ id, method_type, totals, line_item_ids }) => ({
    id,
    type: method_type,
    amount: totals.find(({ type }) => type === 'total')?.amount,
    lines: line_item_ids,
  }));
  compare('the options', wanted, actual);
}

/** Compares remaining stock and discount uses. */
export async function compareCounters({ model, real }: Run): Promise<void> {
  for (const [name, { stock }] of model.shop.shelf) compare(`stock of ${name}`, stock, await real.stockOf(name));
  const { json } = await real.merchant('GET', '/discounts');
  const actual = json.data.map(({ code, uses_left }: { code: string; uses_left: number | null }) => [code, uses_left]);
  const wanted = [...model.shop.discounts.values()].map((discount) => [discount.code, usesLeft(discount)]);
  compare('uses left', Object.fromEntries(wanted), Object.fromEntries(actual));
}

/** Checks that every order is still as it was when it was placed, and that there are no other orders. */
export async function compareOrders({ model, ids, shoppers }: Run): Promise<void> {
  for (const by of BUYERS) {
    const completed = model.checkouts[by].filter(({ order }) => order);
    const { data: list } = await shoppers[by].ok('list_orders', { limit: 100 });
    compare(`orders of ${by}`, completed.length, list.length);
    for (const checkout of completed) {
      const { data } = await shoppers[by].ok('get_checkout', { checkout_id: ids.get(checkout) });
      const { data: order } = await shoppers[by].ok('get_order', { order_id: data.order.id });
      compare('the order', orderOf(checkout), orderForm(order));
    }
  }
}

function orderOf({ order, codes }: Checkout) {
  return {
    codes,
    applied: order && appliedOf(order.priced),
    fees: order && feesOf(order.priced),
    taxes: order && taxByRate(allTaxed(order.priced.taxes)),
    status: 'processing',
    payment_status: order?.payment_status,
    totals: order?.priced.totals,
    lines: order?.priced.lines.map(({ line, unit }) => [line.item, line.quantity, unit, asText(line.properties)]),
  };
}

interface OrderBody extends Charges {
  readonly status: string;
  readonly payment_status: string;
  readonly totals: readonly { readonly type: string; readonly amount: number }[];
  readonly line_items: readonly {
    readonly item: { readonly id: string; readonly price: number };
    readonly quantity: { readonly total: number };
    readonly properties: Parameters<typeof asText>[0];
  }[];
}

function orderForm({ status, payment_status, totals, line_items, ...order }: OrderBody) {
  return {
    ...charges(order),
    status,
    payment_status,
    totals: totals.map(({ type, amount }) => [type, amount]),
    lines: line_items.map(({ item, quantity, properties }) => [
      item.id,
      quantity.total,
      item.price,
      asText(properties),
    ]),
  };
}
