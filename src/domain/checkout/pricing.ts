import type { Discount } from '../shop/discount.js';
import { extend } from '../values/extend.js';
import { sum } from '../values/money.js';
import type { AppliedDiscount } from './applied-discount.js';
import { type Cart, findItem, type Line } from './checkout.js';
import { listCombinations, smallestBy } from './combinations.js';
import {
  applyToLines,
  type DiscountableLine,
  type DiscountStatus,
  evaluateDiscounts,
  markSuperseded,
  sortByApplication,
} from './discounts.js';
import { type PricedFee, priceFees } from './fees.js';
import {
  type FulfillmentOption,
  listOffers,
  type Offer,
  pickupAddress,
  pricedOptions,
  selectedOffer,
} from './fulfillment.js';
import { orderSentWith } from './make-draft.js';
import { unitPrice } from './properties.js';
import { physicalPlace, sumTaxLines, type TaxLine, type TaxRule, taxLine, taxPlace, taxRule } from './tax.js';

/** A line with its price. Minor units; discounts are positive here and negative in responses. */
export interface PricedLine {
  readonly line: Line;
  readonly item_id: string;
  readonly unit_price: number;
  readonly subtotal: number;
  readonly items_discount: number;
  /** This line's share of order-level discounts. */
  readonly order_discount: number;
  /** Tax on the line, added to the price or included in it as the shop's settings specify. */
  readonly tax: number;
  /** `tax` broken down by rate; empty where no rate applies. */
  readonly tax_lines: readonly TaxLine[];
}

export interface Pricing {
  readonly lines: readonly PricedLine[];
  /** Status of every discount that could apply to the cart. */
  readonly discountStatuses: readonly DiscountStatus[];
  /** Discounts that reduce an amount, in order of application. */
  readonly applied: readonly AppliedDiscount[];
  /** The applied discounts; a payment reserves one use of each. */
  readonly discounts: readonly Discount[];
  readonly options: readonly FulfillmentOption[];
  /** The selected physical option, if still offered; for a cart with only digital lines, the digital option. */
  readonly selected: FulfillmentOption | undefined;
  readonly subtotal: number;
  readonly items_discount: number;
  /** Sum of the order-level discounts on goods and shipping. */
  readonly discount: number;
  /** Part of `discount` that reduces shipping. */
  readonly shipping_discount: number;
  /** `undefined` until an option is selected. */
  readonly fulfillment: number | undefined;
  readonly shipping_tax: number;
  readonly shipping_tax_lines: readonly TaxLine[];
  readonly fees: readonly PricedFee[];
  /** `undefined` while no tax rate applies. */
  readonly tax: number | undefined;
  /** All tax, grouped by rate, jurisdiction and category; adds up to `tax`. */
  readonly tax_lines: readonly TaxLine[];
  readonly tax_included: boolean;
  readonly total: number;
}

/** Prices a cart. All totals, messages and payments use this one computation (docs/money.md, Totals). */
export function price(cart: Cart): Pricing {
  const frame = frameOf(cart);
  const discountStatuses = evaluateDiscounts(cart, frame.goods);
  const qualified = discountStatuses.filter(({ status }) => status === 'applies').map(({ discount }) => discount);
  const [first = [], ...others] = listCombinations(qualified);
  const priced = (discounts: readonly Discount[]) => ({ discounts, amounts: amountsWith(frame, discounts) });
  const best = smallestBy([priced(first), ...others.map(priced)], ({ amounts }) => amounts.total);
  return extend(best.amounts, {
    discountStatuses: markSuperseded(discountStatuses, best.discounts, best.amounts.discounts),
  });
}

/** Amounts that do not depend on discounts. They are computed once, because several combinations may be compared. */
interface Frame {
  readonly cart: Cart;
  readonly goods: readonly Goods[];
  readonly offers: readonly Offer[];
  /** The selected option, if still offered, before `free_from` applies. */
  readonly selected: Offer | undefined;
  readonly shippingRule: TaxRule | undefined;
}

interface Goods {
  readonly line: Line;
  readonly item_id: string;
  readonly unit_price: number;
  readonly subtotal: number;
  readonly rule: TaxRule | undefined;
  /** True if the line counts toward `free_from`. */
  readonly counts: boolean;
}

function frameOf(cart: Cart): Frame {
  const offers = listOffers(cart);
  const selected = selectedOffer(cart, offers);
  return {
    cart,
    goods: cart.checkout.lines.map((line) => goodsOf(cart, line, selected)),
    offers,
    selected,
    shippingRule: shippingTaxRule(cart, selected),
  };
}

function goodsOf(cart: Cart, line: Line, selected: FulfillmentOption | undefined): Goods {
  const item = findItem(cart, line);
  const unit_price = unitPrice(item, line.properties);
  return {
    line,
    item_id: line.item_id,
    unit_price,
    subtotal: unit_price * line.quantity,
    rule: taxRule(cart.shop.settings.tax, taxPlace(cart, item, pickupAddress(selected)), item.tax_category, cart.rules),
    counts: cart.rules === 1 || item.fulfillment_types.includes('shipping'),
  };
}

/** Computes all amounts of a cart with exactly these discounts applied. */
function amountsWith(frame: Frame, discounts: readonly Discount[]): Omit<Pricing, 'discountStatuses'> {
  const { cart, goods, offers } = frame;
  const ordered = sortByApplication(discounts);
  const drafts = goods.map(draftOf);
  const onGoods = ordered.flatMap((discount) => takenOff(discount, applyToLines(discount, drafts), 0));
  const items_discount = sum(drafts.map((draft) => draft.items_discount));
  const order_discount = sum(drafts.map((draft) => draft.order_discount));
  const subtotal = sum(drafts.map((draft) => draft.subtotal));
  const left = subtotal - items_discount - order_discount;

  const priced = pricedOptions(offers, sum(drafts.filter((draft) => draft.counts).map(leftOf)));
  const paid = orderSentWith(cart.checkout)?.option_id;
  const options = paid === undefined ? priced : priced.map((one) => (one.id === paid ? { ...one, amount: 0 } : one));
  const selected = options.find((option) => option.id === frame.selected?.id);
  const fulfillment = selected?.amount;
  const freeShipping = ordered.find((discount) => selected && isFree(discount, selected));
  const shipping_discount = freeShipping ? (fulfillment ?? 0) : 0;
  const onDelivery = freeShipping ? takenOff(freeShipping, noShares(drafts), shipping_discount) : [];
  const applied = [...onGoods, ...onDelivery];

  const lines = drafts.map(pricedLine);
  const shipping = taxOf(frame.shippingRule, (fulfillment ?? 0) - shipping_discount);
  const fees = priceFees(cart, { subtotal, goods: left, selected });
  const tax_lines = sumTaxLines([...lines, shipping, ...fees].flatMap((one) => one.tax_lines));
  const tax = tax_lines.length > 0 ? sum(tax_lines.map(({ amount }) => amount)) : undefined;
  const tax_included = cart.shop.settings.tax.included;
  const beside = (fulfillment ?? 0) - shipping_discount + sum(fees.map(({ amount }) => amount));
  return {
    lines,
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
    fees,
    tax,
    tax_lines,
    tax_included,
    total: left + beside + (tax_included ? 0 : (tax ?? 0)),
  };
}

interface Draft extends Goods {
  items_discount: number;
  order_discount: number;
}

// Listing each member is faster than spread and rest, and this runs for every line of every cart.
function draftOf({ line, item_id, unit_price, subtotal, rule, counts }: Goods): Draft {
  return { line, item_id, unit_price, subtotal, rule, counts, items_discount: 0, order_discount: 0 };
}

function pricedLine(draft: Draft): PricedLine {
  const { line, item_id, unit_price, subtotal, items_discount, order_discount } = draft;
  const { tax, tax_lines } = taxOf(draft.rule, leftOf(draft));
  return { line, item_id, unit_price, subtotal, items_discount, order_discount, tax, tax_lines };
}

function leftOf({ subtotal, items_discount, order_discount }: DiscountableLine): number {
  return subtotal - items_discount - order_discount;
}

function isFree({ kind, option_ids }: Discount, { id }: FulfillmentOption): boolean {
  return kind === 'free_shipping' && (option_ids?.includes(id) ?? true);
}

function noShares(lines: readonly unknown[]): number[] {
  return lines.map(() => 0);
}

function takenOff(discount: Discount, line_amounts: readonly number[], shipping_amount: number): AppliedDiscount[] {
  const amount = sum(line_amounts) + shipping_amount;
  return amount === 0 ? [] : [{ discount, amount, line_amounts, shipping_amount }];
}

function shippingTaxRule(cart: Cart, selected: FulfillmentOption | undefined): TaxRule | undefined {
  const { tax } = cart.shop.settings;
  if (!tax.on_shipping || !selected || selected.method_type === 'digital') return undefined;
  return taxRule(tax, physicalPlace(cart, pickupAddress(selected)), 'shipping', cart.rules);
}

function taxOf(rule: TaxRule | undefined, amount: number): Pick<PricedLine, 'tax' | 'tax_lines'> {
  const line = taxLine(rule, amount);
  return line ? { tax: line.amount, tax_lines: [line] } : { tax: 0, tax_lines: [] };
}
