import { qualified, sets } from './discounts.js';
import { feesOn, type PricedFee } from './fees.js';
import { type Option, optionsOf } from './options.js';
import { type Checkout, type Discount, goodsOf, isDigital, type Line, type Shop, unitPrice } from './state.js';
import { share, spread, sum } from './sums.js';
import { type Taxes, taxesOn, taxSum } from './taxes.js';

/** Price of a cart (docs/money.md, Totals). */

export interface PricedLine {
  readonly line: Line;
  readonly unit: number;
  readonly subtotal: number;
  /** Sum of the discounts on this item. */
  itemOff: number;
  /** Amount left after the discounts so far. */
  left: number;
}

interface Used {
  readonly discount: Discount;
  readonly amount: number;
}

export interface Priced {
  readonly lines: readonly PricedLine[];
  readonly options: readonly Option[];
  /** The selected option, unless it is digital. */
  readonly selected: Option | undefined;
  readonly discounts: readonly Discount[];
  /** Discounts with a positive amount, in order of application. A payment counts one use of each. */
  readonly used: readonly Used[];
  readonly totals: readonly (readonly [type: string, amount: number])[];
  readonly fees: readonly PricedFee[];
  readonly subtotal: number;
  readonly total: number;
  /** Price of the selected option before its discount. */
  readonly delivery: number;
  readonly deliveryOff: number;
  /** Taxes, whether included in prices or added. */
  readonly taxes: Taxes;
  /** Tax included in prices; `undefined` if tax is added to prices, or if no rate applies. */
  readonly includedTax: number | undefined;
}

/** Prices a cart. Of the sets of discounts that can be combined, the one with the lowest total applies. */
export function priced(shop: Shop, checkout: Checkout): Priced {
  let best: Priced | undefined;
  for (const set of sets(qualified(shop, checkout))) {
    const one = pricedWith(shop, checkout, set);
    if (!best || one.total < best.total) best = one;
  }
  if (!best) throw new Error('there is always a set');
  return best;
}

function pricedWith(shop: Shop, checkout: Checkout, discounts: readonly Discount[]): Priced {
  const lines = checkout.lines.map((line): PricedLine => {
    const unit = unitPrice(goodsOf(shop, line), line.properties);
    return { line, unit, subtotal: unit * line.quantity, itemOff: 0, left: unit * line.quantity };
  });
  const subtotal = sum(lines.map((one) => one.subtotal));
  const usedOnItems = takeFromItems(lines, discounts);
  const itemsOff = sum(lines.map(({ itemOff }) => itemOff));
  const usedOnOrder = takeFromOrder(lines, discounts);
  const goods = sum(lines.map(({ left }) => left));
  const shipped = lines.filter(({ line }) => goodsOf(shop, line).types.includes('shipping'));
  const options = optionsOf(shop, checkout, sum(shipped.map(({ left }) => left)));
  const selected = options.find(({ id, type }) => type !== 'digital' && id === checkout.option);
  const delivery = selected?.amount ?? 0;
  const forOption = ({ option_ids }: Discount['terms']) =>
    selected !== undefined && (option_ids === undefined || option_ids.includes(selected.id));
  const free = discounts.filter(({ terms }) => terms.kind === 'free_shipping' && forOption(terms)).slice(0, 1);
  const deliveryOff = free.length > 0 ? delivery : 0;
  const fees = feesOn(shop, checkout, selected, subtotal, goods);
  const taxes = taxesOn(shop, checkout, lines, selected, delivery - deliveryOff, fees);
  const tax = taxSum(taxes);
  const fee = sum(fees.map(({ amount }) => amount));
  const { included } = shop.settings.tax;
  const off = subtotal - itemsOff - goods + deliveryOff;
  const hasOption =
    selected !== undefined || (lines.length > 0 && lines.every(({ line }) => isDigital(goodsOf(shop, line))));
  const before: [string, number][] = [
    ['subtotal', subtotal],
    ...(itemsOff > 0 ? [['items_discount', -itemsOff] satisfies [string, number]] : []),
    ...(off > 0 ? [['discount', -off] satisfies [string, number]] : []),
    ...(hasOption ? [['fulfillment', delivery] satisfies [string, number]] : []),
    ...(tax !== undefined && !included ? [['tax', tax] satisfies [string, number]] : []),
    ...(fee > 0 ? [['fee', fee] satisfies [string, number]] : []),
  ];
  const total = sum(before.map(([, amount]) => amount));
  return {
    lines,
    options,
    selected,
    discounts,
    used: [...usedOnItems, ...usedOnOrder, ...free.flatMap((one) => usedFor(one, deliveryOff))],
    totals: [...before, ['total', total]],
    fees,
    subtotal,
    total,
    delivery,
    deliveryOff,
    taxes,
    includedTax: included ? tax : undefined,
  };
}

function usedFor(discount: Discount, amount: number): Used[] {
  return amount > 0 ? [{ discount, amount }] : [];
}

/** Applies discounts on named items in order of code, each to the remaining amount. Returns those with an effect. */
function takeFromItems(lines: readonly PricedLine[], discounts: readonly Discount[]): Used[] {
  const used: Used[] = [];
  for (const discount of byCode(discounts).filter(({ terms }) => terms.item_ids)) {
    const { terms } = discount;
    const named = lines.filter(({ line }) => terms.item_ids?.some((id) => id === line.item));
    const left = named.map((one) => one.left);
    const parts =
      terms.kind === 'percent'
        ? left.map((amount) => share(amount, terms.value_ppm ?? 0))
        : spread(Math.min(terms.amount ?? 0, sum(left)), left);
    named.forEach((one, index) => {
      one.itemOff += parts[index] ?? 0;
      one.left -= parts[index] ?? 0;
    });
    used.push(...usedFor(discount, sum(parts)));
  }
  return used;
}

/** Applies discounts on the whole order, spread over the lines. */
function takeFromOrder(lines: readonly PricedLine[], discounts: readonly Discount[]): Used[] {
  const used: Used[] = [];
  for (const discount of byCode(discounts).filter(({ terms }) => !terms.item_ids)) {
    const { terms } = discount;
    const left = lines.map((one) => one.left);
    const wanted = terms.kind === 'percent' ? share(sum(left), terms.value_ppm ?? 0) : (terms.amount ?? 0);
    const parts = spread(Math.min(wanted, sum(left)), left);
    lines.forEach((one, index) => {
      one.left -= parts[index] ?? 0;
    });
    used.push(...usedFor(discount, sum(parts)));
  }
  return used;
}

function byCode(discounts: readonly Discount[]): Discount[] {
  return discounts.filter(({ terms }) => terms.kind !== 'free_shipping').sort((a, b) => (a.code < b.code ? -1 : 1));
}
