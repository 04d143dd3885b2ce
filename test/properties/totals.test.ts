import { expect, it } from 'vitest';
import { discountRecords } from '../../src/domain/checkout/applied-discount.js';
import { type PricedLine, price } from '../../src/domain/checkout/pricing.js';
import { assess } from '../../src/domain/checkout/status.js';
import type { TaxLine } from '../../src/domain/checkout/tax.js';
import { lineTotals, orderTotals } from '../../src/domain/checkout/totals.js';
import { chargedPerLine } from '../../src/domain/order/line-money.js';
import { placeOrder } from '../../src/domain/order/place-order.js';
import { orderTaxLines } from '../../src/domain/order/tax-lines.js';
import { checkoutTotals, lineTotals as lineTotalsContract } from '../contract/shared-contract.js';
import { cart, NOW } from '../domain/fixtures.js';
import { always } from './always.js';
import { expectNearest, MILLION, sumOf } from './arithmetic.js';
import { carts } from './generators/carts.js';
import { lineRate, shippingRate } from './tax-rates.js';

const ATTEMPT = { id: 'pay', handler_id: 'invoice', amount: 0, currency: 'USD', started_at: NOW };

const totalOf = (totals: readonly { readonly amount: number }[]) => totals.at(-1)?.amount;
const leftOf = (line: PricedLine) => line.subtotal - line.items_discount - line.order_discount;

it('the entries before the total are in the required sequence and add up to the total', () => {
  always(carts, (parts) => {
    const pricing = price(cart(parts));
    checkoutTotals.parse(orderTotals(pricing));
    for (const line of pricing.lines) lineTotalsContract.parse(lineTotals(line));
  });
});

it('line totals add up to the subtotal minus the discounts on items', () => {
  always(carts, (parts) => {
    const pricing = price(cart(parts));
    const [subtotal, ...others] = orderTotals(pricing);
    const itemsDiscount = others.find(({ type }) => type === 'items_discount')?.amount ?? 0;
    const ofLines = pricing.lines.map((line) => totalOf(lineTotals(line)) ?? Number.NaN);
    expect(sumOf(ofLines)).toBe((subtotal?.amount ?? Number.NaN) + itemsDiscount);
  });
});

it('no amount is below zero', () => {
  always(carts, (parts) => {
    const { lines, total, subtotal, tax = 0, shipping_tax, fulfillment = 0, options } = price(cart(parts));
    const ofLines = lines.flatMap((line) => [line.unit_price, line.subtotal, leftOf(line), line.tax]);
    const ofOptions = options.map(({ amount }) => amount);
    const amounts = [...ofLines, ...ofOptions, total, subtotal, tax, shipping_tax, fulfillment];
    expect(amounts.filter((amount) => amount < 0)).toEqual([]);
  });
});

it('all amounts are safe integers', () => {
  always(carts, (parts) => {
    const pricing = price(cart(parts));
    const ofLines = pricing.lines.flatMap(({ line, item_id, tax_lines, ...amounts }) => Object.values(amounts));
    const ofOptions = pricing.options.map(({ amount }) => amount);
    const { discount, shipping_discount, tax = 0, shipping_tax } = pricing;
    const ofTotals = orderTotals(pricing).map(({ amount }) => amount);
    const amounts = [...ofTotals, ...ofLines, ...ofOptions, discount, shipping_discount, tax, shipping_tax];
    expect(amounts.filter((amount) => !Number.isSafeInteger(amount))).toEqual([]);
  });
});

it('for each kind of amount, the shares of lines, shipping and fees add up to the whole', () => {
  always(carts, (parts) => {
    const { lines, ...pricing } = price(cart(parts));
    const shares = (of: (line: PricedLine) => number) => sumOf(lines.map(of));
    expect(shares((line) => line.unit_price * line.line.quantity)).toBe(pricing.subtotal);
    expect(shares((line) => line.items_discount)).toBe(pricing.items_discount);
    expect(shares((line) => line.order_discount) + pricing.shipping_discount).toBe(pricing.discount);
    const onFees = sumOf(pricing.fees.map(({ tax }) => tax));
    expect(shares((line) => line.tax) + pricing.shipping_tax + onFees).toBe(pricing.tax ?? 0);
  });
});

it('the parts of an order add up to its total', () => {
  always(carts, (parts) => {
    const made = cart({ ...parts, checkout: { ...parts.checkout, attempt: ATTEMPT } });
    const order = placeOrder(assess(made), { id: 'ord', display_id: '1' }, NOW);
    const { included } = made.shop.settings.tax;
    const allocations = order.line_items.map(({ allocation }) => allocation);
    const goods = allocations.map((of) => of.subtotal - of.items_discount - of.order_discount);
    const fees = order.fees ?? [];
    const tax = sumOf([...allocations, order.shipping, ...fees].map((of) => of.tax));
    const fee = sumOf(fees.map(({ amount }) => amount));
    const { fulfillment, discount } = order.shipping;
    expect(sumOf(goods) + fulfillment - discount + fee + (included ? 0 : tax)).toBe(totalOf(order.totals));
    // The refund values of all lines add up to the paid amount.
    expect(sumOf(chargedPerLine(order))).toBe(order.line_items.length === 0 ? 0 : totalOf(order.totals));
    expect(order.included_tax).toBe(included ? tax : 0);
    const books = orderTaxLines(order) ?? [];
    expect(sumOf(books.map(({ amount }) => amount))).toBe(tax);
    const off = order.discounts?.applied.map(({ amount }) => amount) ?? [];
    const taken = allocations.map((of) => of.items_discount + of.order_discount);
    expect(sumOf(off)).toBe(sumOf(taken) + discount);
  });
});

it('tax lines add up to the tax, and together with the taxable amounts to the price', () => {
  always(carts, (parts) => {
    const pricing = price(cart(parts));
    const amountsOf = (lines: readonly TaxLine[]) => sumOf(lines.map(({ amount }) => amount));
    for (const line of pricing.lines) {
      expect(amountsOf(line.tax_lines)).toBe(line.tax);
      const gross = leftOf(line) + (pricing.tax_included ? 0 : line.tax);
      for (const { taxable_amount, amount } of line.tax_lines) expect(taxable_amount + amount).toBe(gross);
    }
    expect(amountsOf(pricing.shipping_tax_lines)).toBe(pricing.shipping_tax);
    expect(amountsOf(pricing.tax_lines)).toBe(pricing.tax ?? 0);
    const kinds = pricing.tax_lines.map(({ rate_ppm, jurisdiction, category }) => [rate_ppm, jurisdiction, category]);
    expect(new Set(kinds.map(String)).size).toBe(kinds.length);
    for (const { amount, tax, tax_lines } of pricing.fees) {
      expect(amountsOf(tax_lines)).toBe(tax);
      const gross = amount + (pricing.tax_included ? 0 : tax);
      for (const one of tax_lines) expect(one.taxable_amount + one.amount).toBe(gross);
    }
    const all = [...pricing.lines, ...pricing.fees]
      .flatMap(({ tax_lines }) => tax_lines)
      .concat(pricing.shipping_tax_lines);
    const taxable = (lines: readonly TaxLine[]) => sumOf(lines.map(({ taxable_amount }) => taxable_amount));
    expect(taxable(pricing.tax_lines)).toBe(taxable(all));
  });
});

it('applied discounts are split into exactly the reductions of lines and shipping', () => {
  always(carts, (parts) => {
    const pricing = price(cart(parts));
    pricing.lines.forEach((line, at) => {
      const got = pricing.applied.map(({ line_amounts }) => line_amounts[at] ?? 0);
      expect(sumOf(got)).toBe(line.items_discount + line.order_discount);
    });
    expect(sumOf(pricing.applied.map(({ shipping_amount }) => shipping_amount))).toBe(pricing.shipping_discount);
    for (const { amount, allocations } of discountRecords(pricing.applied))
      expect(sumOf(allocations.map((part) => part.amount))).toBe(amount);
  });
});

it('the totals of prices that include tax are the same without tax rates', () => {
  always(carts, (parts) => {
    const made = cart(parts);
    const withRates = (rates: typeof made.shop.settings.tax.rates) =>
      price(
        cart({ ...parts, settings: { ...parts.settings, tax: { ...made.shop.settings.tax, included: true, rates } } }),
      );
    const taxed = orderTotals(withRates(made.shop.settings.tax.rates));
    expect(taxed).toEqual(orderTotals(withRates([])));
    expect(taxed.map(({ type }) => type)).not.toContain('tax');
  });
});

it('each line and the shipping are taxed on their amount after discounts, to the nearest unit', () => {
  always(carts, (parts) => {
    const made = cart(parts);
    const pricing = price(made);
    const base = (ppm: number) => (made.shop.settings.tax.included ? MILLION + ppm : MILLION);
    const ofLines = pricing.lines.map((line) => lineRate(made, line.line, pricing.selected));
    pricing.lines.forEach((line, at) => {
      const ppm = ofLines[at] ?? 0;
      expectNearest(line.tax, leftOf(line), ppm, base(ppm));
    });
    const ofShipping = shippingRate(made, pricing.selected);
    const shippingLeft = (pricing.fulfillment ?? 0) - pricing.shipping_discount;
    expectNearest(pricing.shipping_tax, shippingLeft, ofShipping ?? 0, base(ofShipping ?? 0));
    const feeTaxed = pricing.fees.some(({ tax_lines }) => tax_lines.length > 0);
    expect(pricing.tax === undefined).toBe([...ofLines, ofShipping].every((ppm) => ppm === undefined) && !feeTaxed);
  });
});
