import { itemTitle } from '../shop/item-title.js';
import { sum } from '../values/money.js';
import { type Cart, itemOf } from './checkout.js';
import { type FeeBase, feeAmount, feePlace } from './fees.js';
import { grossPrice, linesFor } from './fulfillment.js';
import type { Message, MessageCode } from './message.js';
import type { Pricing } from './pricing.js';
import type { SeenOption, SeenTax, SeenTerms } from './seen.js';
import { isSameTax, termsNow } from './seen-terms.js';

/** Taxes that are named one by one. */
const MAX_TAXES = 5;

/** What the shop changed since the buyer saw it, with the old and the new: prices of items, delivery, tax, fees. */
export function changeMessages(cart: Cart, pricing: Pricing): Message[] {
  const prices = pricing.lines.flatMap(({ line, unit_price }, index) => {
    if (unit_price === line.seen_price) return [];
    const text = `The price of "${itemTitle(itemOf(cart, line))}" changed from ${line.seen_price} to ${unit_price} (minor units). Tell the buyer, and update the line to accept it.`;
    return [warning('price_changed', text, `$.line_items[${index}].item.price`)];
  });
  const { seen } = cart.checkout;
  if (!seen || cart.checkout.lines.length === 0) return prices;
  return [
    ...prices,
    ...optionChange(cart, pricing, seen.option),
    ...taxChanges(seen, termsNow(cart)),
    ...feeChanges(cart, pricing, seen),
  ];
}

function warning(code: MessageCode, content: string, path: string): Message {
  return { type: 'warning', code, content, path };
}

/** Selecting again takes what is asked now for seen. */
const ACCEPT = 'Tell the buyer, and select the fulfillment option again to accept it.';

function optionChange(cart: Cart, { selected, lines }: Pricing, seen: SeenOption | undefined): Message[] {
  if (!seen || selected?.id !== seen.id) return [];
  const shipped = lines.filter(({ line }) => itemOf(cart, line).fulfillment_types.includes('shipping'));
  const goods = sum(shipped.map((one) => one.subtotal - one.items_discount - one.order_discount));
  const isFree = seen.free_from !== undefined && goods >= seen.free_from;
  const before = isFree ? 0 : grossPrice(seen.price, cart, linesFor(cart, selected.method_type));
  if (before === undefined || before === selected.amount) return [];
  const text = `The price of "${selected.title}" changed from ${before} to ${selected.amount} (minor units). ${ACCEPT}`;
  return [warning('fulfillment_price_changed', text, '$.fulfillment')];
}

function taxChanges(seen: SeenTerms, now: SeenTerms): Message[] {
  const path = '$.tax_lines';
  if (seen.tax_included !== now.tax_included) {
    const text = now.tax_included
      ? 'Prices include tax now; it came on top before'
      : 'Tax comes on top now; prices included it before';
    return [warning('tax_changed', `${text}. ${ACCEPT}`, path)];
  }
  const changed = now.taxes.flatMap((tax) => {
    const before = seen.taxes.find((other) => isSameTax(tax, other));
    return before && before.rate_ppm !== tax.rate_ppm ? [{ before, tax }] : [];
  });
  return changed.slice(0, MAX_TAXES).map(({ before, tax }) => {
    const place = tax.region === undefined ? tax.country : `${tax.country}-${tax.region}`;
    const text = `The tax on "${tax.category}" in ${place} changed from ${percent(before)} to ${percent(tax)}. ${ACCEPT}`;
    return warning('tax_changed', text, path);
  });
}

function percent({ rate_ppm }: SeenTax): string {
  return rate_ppm === undefined ? 'none' : `${rate_ppm / 10_000} %`;
}

/** Of the same cart by the fees of before and those of now. */
function feeChanges(cart: Cart, pricing: Pricing, seen: SeenTerms): Message[] {
  const { subtotal, items_discount, discount, shipping_discount, selected } = pricing;
  const goods = subtotal - items_discount - (discount - shipping_discount);
  const base: FeeBase = { subtotal, goods, selected };
  const place = feePlace(cart, selected);
  const { fees } = cart.shop.settings;
  const all = new Map([...seen.fees, ...fees].map((fee) => [fee.id, fee.title]));
  return [...all].flatMap(([id, title]) => {
    const amountIn = (list: SeenTerms['fees']) => {
      const fee = list.find((one) => one.id === id);
      return fee ? feeAmount(fee, place, base) : 0;
    };
    const [before, after] = [amountIn(seen.fees), amountIn(fees)];
    if (before === after) return [];
    const text = `The fee "${title}" changed from ${before} to ${after} (minor units). ${ACCEPT}`;
    return [warning('fee_changed', text, '$.fees')];
  });
}
