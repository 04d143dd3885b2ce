import type { Discount } from '../shop/discount.js';
import { includedShare, share, sum } from '../values/money.js';
import { type Cart, itemOf, type Line } from './checkout.js';
import { applyToLines, type DiscountableLine, effectiveOf, type Standing, standingsOf } from './discounts.js';
import { type FulfillmentOption, optionsOf, physicalLines, pickupAddress } from './fulfillment.js';
import { unitPrice } from './properties.js';
import { placeOf, taxPlace, taxRate } from './tax.js';

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
}

export interface Pricing {
  readonly lines: readonly PricedLine[];
  /** Whether each discount of the cart takes effect, or why not. */
  readonly standings: readonly Standing[];
  /** The discounts that take something off; only these are used by a payment. */
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
  /** Undefined while no tax rate applies. */
  readonly tax: number | undefined;
  readonly tax_included: boolean;
  readonly total: number;
}

/** Prices a cart: the one computation behind every total, message and payment (docs/api.md, Totals). */
export function price(cart: Cart): Pricing {
  const drafts = cart.checkout.lines.map((line) => draftOf(cart, line));
  const standings = standingsOf(cart, drafts);
  const qualified = effectiveOf(standings);
  const tookGoods = qualified.filter((discount) => applyToLines(discount, drafts) > 0);
  const items_discount = sum(drafts.map((draft) => draft.items_discount));
  const order_discount = sum(drafts.map((draft) => draft.order_discount));
  const subtotal = sum(drafts.map((draft) => draft.subtotal));
  const goods = subtotal - items_discount - order_discount;

  const options = optionsOf(cart, goods);
  const selected = selectedOption(cart, options);
  const fulfillment = selected?.amount;
  const freeShipping = qualified.find((discount) => discount.kind === 'free_shipping');
  const shipping_discount = freeShipping ? (fulfillment ?? 0) : 0;
  const discounts = freeShipping && shipping_discount > 0 ? [...tookGoods, freeShipping] : tookGoods;

  const rates = drafts.map((draft) => lineTaxRate(cart, draft.line, selected));
  const lines = drafts.map((draft, index) => ({
    ...draft,
    tax: taxOn(cart, draft.subtotal - draft.items_discount - draft.order_discount, rates[index]),
  }));
  const shippingRate = shippingTaxRate(cart, selected);
  const shipping_tax = taxOn(cart, (fulfillment ?? 0) - shipping_discount, shippingRate);
  const taxed = [...rates, shippingRate].some((rate) => rate !== undefined);
  const tax = taxed ? sum(lines.map((line) => line.tax)) + shipping_tax : undefined;
  const tax_included = cart.shop.settings.tax.included;
  return {
    lines,
    standings,
    discounts,
    options,
    selected,
    subtotal,
    items_discount,
    discount: order_discount + shipping_discount,
    shipping_discount,
    fulfillment,
    shipping_tax,
    tax,
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

/** Digital lines are always digital, so a cart without physical lines has its option from the start. */
function selectedOption(cart: Cart, options: readonly FulfillmentOption[]): FulfillmentOption | undefined {
  if (physicalLines(cart).length === 0) return options.find((option) => option.method_type === 'digital');
  return options.find((option) => option.id === cart.checkout.selected_option_id && option.method_type !== 'digital');
}

function lineTaxRate(cart: Cart, line: Line, selected: FulfillmentOption | undefined): number | undefined {
  const item = itemOf(cart, line);
  return taxRate(cart.shop.settings.tax.rates, taxPlace(cart, item, pickupAddress(selected)), item.tax_category);
}

function shippingTaxRate(cart: Cart, selected: FulfillmentOption | undefined): number | undefined {
  const { tax } = cart.shop.settings;
  if (!tax.on_shipping || !selected || selected.method_type === 'digital') return undefined;
  const place = placeOf(pickupAddress(selected)) ?? placeOf(cart.checkout.destination);
  return taxRate(tax.rates, place, 'shipping');
}

function taxOn(cart: Cart, amount: number, ppm: number | undefined): number {
  if (ppm === undefined) return 0;
  return cart.shop.settings.tax.included ? includedShare(amount, ppm) : share(amount, ppm);
}
