import type { Discount } from '../shop/discount.js';
import { sum } from '../values/money.js';
import type { AppliedDiscount } from './applied-discount.js';
import { type Cart, itemOf, type Line } from './checkout.js';
import { applyToLines, type DiscountableLine, effectiveOf, type Standing, standingsOf } from './discounts.js';
import { type FulfillmentOption, optionsOf, physicalLines, pickupAddress } from './fulfillment.js';
import { unitPrice } from './properties.js';
import { addedTaxLines, physicalPlace, type TaxLine, type TaxRule, taxLine, taxPlace, taxRule } from './tax.js';

/** A line with its amounts in minor units; discounts are positive here and negative on the wire. */
export interface PricedLine {
  readonly line: Line;
  readonly item_id: string;
  readonly unit_price: number;
  readonly subtotal: number;
  readonly items_discount: number;
  /** This line's share of the order-level discounts. */
  readonly order_discount: number;
  /** On top, or included in the price, as the shop's settings say. */
  readonly tax: number;
  /** The same with its rate; none where no rate applies. */
  readonly tax_lines: readonly TaxLine[];
}

export interface Pricing {
  readonly lines: readonly PricedLine[];
  /** Whether each discount of the cart takes effect, or why not. */
  readonly standings: readonly Standing[];
  /** The discounts that take something off, in their order. */
  readonly applied: readonly AppliedDiscount[];
  /** Those of `applied`; only these are used by a payment. */
  readonly discounts: readonly Discount[];
  readonly options: readonly FulfillmentOption[];
  /** The physical option that is selected and still offered; a digital cart has its digital option. */
  readonly selected: FulfillmentOption | undefined;
  readonly subtotal: number;
  readonly items_discount: number;
  /** Order-level discounts on goods and shipping together. */
  readonly discount: number;
  /** The part of `discount` that is on shipping. */
  readonly shipping_discount: number;
  /** Undefined until an option is selected. */
  readonly fulfillment: number | undefined;
  readonly shipping_tax: number;
  readonly shipping_tax_lines: readonly TaxLine[];
  /** Undefined while no tax rate applies. */
  readonly tax: number | undefined;
  /** All tax, by rate, jurisdiction and category; adds up to `tax`. */
  readonly tax_lines: readonly TaxLine[];
  readonly tax_included: boolean;
  readonly total: number;
}

/** Prices a cart: the one computation behind every total, message and payment (docs/api.md, Totals). */
export function price(cart: Cart): Pricing {
  const drafts = cart.checkout.lines.map((line) => draftOf(cart, line));
  const standings = standingsOf(cart, drafts);
  const qualified = effectiveOf(standings);
  const onGoods = qualified.flatMap((discount) => takenOff(discount, applyToLines(discount, drafts), 0));
  const items_discount = sum(drafts.map((draft) => draft.items_discount));
  const order_discount = sum(drafts.map((draft) => draft.order_discount));
  const subtotal = sum(drafts.map((draft) => draft.subtotal));
  const goods = subtotal - items_discount - order_discount;

  const options = optionsOf(cart, goods);
  const selected = selectedOption(cart, options);
  const fulfillment = selected?.amount;
  const freeShipping = qualified.find((discount) => discount.kind === 'free_shipping');
  const shipping_discount = freeShipping ? (fulfillment ?? 0) : 0;
  const onDelivery = freeShipping ? takenOff(freeShipping, noShares(drafts), shipping_discount) : [];

  const applied = [...onGoods, ...onDelivery];

  const lines = drafts.map((draft) => {
    const left = draft.subtotal - draft.items_discount - draft.order_discount;
    return { ...draft, ...taxOf(lineTaxRule(cart, draft.line, selected), left) };
  });
  const shipping = taxOf(shippingTaxRule(cart, selected), (fulfillment ?? 0) - shipping_discount);
  const tax_lines = addedTaxLines([...lines.flatMap((line) => line.tax_lines), ...shipping.tax_lines]);
  const tax = tax_lines.length > 0 ? sum(tax_lines.map(({ amount }) => amount)) : undefined;
  const tax_included = cart.shop.settings.tax.included;
  return {
    lines,
    standings,
    applied,
    discounts: applied.map(({ discount }) => discount),
    options,
    selected,
    subtotal,
    items_discount,
    discount: order_discount + shipping_discount,
    shipping_discount,
    fulfillment,
    shipping_tax: shipping.tax,
    shipping_tax_lines: shipping.tax_lines,
    tax,
    tax_lines,
    tax_included,
    total: goods + (fulfillment ?? 0) - shipping_discount + (tax_included ? 0 : (tax ?? 0)),
  };
}

interface Draft extends DiscountableLine {
  readonly line: Line;
  readonly unit_price: number;
}

function draftOf(cart: Cart, line: Line): Draft {
  const unit_price = unitPrice(itemOf(cart, line), line.properties);
  const subtotal = unit_price * line.quantity;
  return { line, item_id: line.item_id, unit_price, subtotal, items_discount: 0, order_discount: 0 };
}

function noShares(lines: readonly unknown[]): number[] {
  return lines.map(() => 0);
}

function takenOff(discount: Discount, line_amounts: readonly number[], shipping_amount: number): AppliedDiscount[] {
  const amount = sum(line_amounts) + shipping_amount;
  return amount === 0 ? [] : [{ discount, amount, line_amounts, shipping_amount }];
}

/** Digital lines are always digital, so a cart without physical lines has its option from the start. */
function selectedOption(cart: Cart, options: readonly FulfillmentOption[]): FulfillmentOption | undefined {
  if (physicalLines(cart).length === 0) return options.find((option) => option.method_type === 'digital');
  return options.find((option) => option.id === cart.checkout.selected_option_id && option.method_type !== 'digital');
}

function lineTaxRule(cart: Cart, line: Line, selected: FulfillmentOption | undefined): TaxRule | undefined {
  const item = itemOf(cart, line);
  return taxRule(cart.shop.settings.tax, taxPlace(cart, item, pickupAddress(selected)), item.tax_category);
}

function shippingTaxRule(cart: Cart, selected: FulfillmentOption | undefined): TaxRule | undefined {
  const { tax } = cart.shop.settings;
  if (!tax.on_shipping || !selected || selected.method_type === 'digital') return undefined;
  return taxRule(tax, physicalPlace(cart, pickupAddress(selected)), 'shipping');
}

function taxOf(rule: TaxRule | undefined, amount: number): Pick<PricedLine, 'tax' | 'tax_lines'> {
  const line = taxLine(rule, amount);
  return line ? { tax: line.amount, tax_lines: [line] } : { tax: 0, tax_lines: [] };
}
