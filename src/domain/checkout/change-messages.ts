import { type MessageText, messageText, type Part } from '../errors/message-text.js';
import { itemTitle } from '../shop/item-title.js';
import { sum } from '../values/money.js';
import { type Cart, findItem } from './checkout.js';
import { type FeeBase, feeAmount, feePlace } from './fees.js';
import { grossPrice, servableLines } from './fulfillment.js';
import type { Message, MessageCode } from './message.js';
import type { Pricing } from './pricing.js';
import type { SeenOption, SeenTax, SeenTerms } from './seen.js';
import { currentTerms, isSameTax } from './seen-terms.js';

/** Maximum tax changes listed, one message each. */
const MAX_TAXES = 5;

/** Warns about prices, shipping, tax and fees that the shop changed after the buyer saw them. */
export function changeMessages(cart: Cart, pricing: Pricing): Message[] {
  const prices = pricing.lines.flatMap(({ line, unit_price }, index) => {
    if (unit_price === line.seen_price) return [];
    const prices = changed(cart, line.seen_price, unit_price);
    const text = messageText('price_changed', { item: itemTitle(findItem(cart, line)), ...prices });
    return [warning('price_changed', text, `$.line_items[${index}].item.price`)];
  });
  const { seen } = cart.checkout;
  if (!seen || cart.checkout.lines.length === 0) return prices;
  return [
    ...prices,
    ...optionChange(cart, pricing, seen.option),
    ...taxChanges(seen, currentTerms(cart)),
    ...feeChanges(cart, pricing, seen),
  ];
}

function warning(code: MessageCode, text: MessageText, path: string): Message {
  return { type: 'warning', code, text, path };
}

/** Message parts for a changed amount. `before` and `now` are in minor units. */
function changed({ shop }: Cart, before: number, now: number) {
  const { currency } = shop.settings;
  return { before: { amount: before, currency }, now: { amount: now, currency } };
}

function optionChange(cart: Cart, { selected, lines }: Pricing, seen: SeenOption | undefined): Message[] {
  if (!seen || selected?.id !== seen.id) return [];
  const shipped = lines.filter(({ line }) => findItem(cart, line).fulfillment_types.includes('shipping'));
  const goods = sum(shipped.map((one) => one.subtotal - one.items_discount - one.order_discount));
  const isFree = seen.free_from !== undefined && goods >= seen.free_from;
  const before = isFree ? 0 : grossPrice(seen.price, cart, servableLines(cart, selected.method_type));
  if (before === undefined || before === selected.amount) return [];
  const text = messageText('option_price_changed', {
    option: selected.title,
    ...changed(cart, before, selected.amount),
  });
  return [warning('fulfillment_price_changed', text, '$.fulfillment')];
}

function taxChanges(seen: SeenTerms, now: SeenTerms): Message[] {
  const path = '$.tax_lines';
  if (seen.tax_included !== now.tax_included) {
    return [warning('tax_changed', messageText(now.tax_included ? 'tax_included_now' : 'tax_on_top_now'), path)];
  }
  const others = now.taxes.flatMap((tax) => {
    const before = seen.taxes.find((other) => isSameTax(tax, other));
    return before && before.rate_ppm !== tax.rate_ppm ? [{ before, tax }] : [];
  });
  return others.slice(0, MAX_TAXES).map(({ before, tax }) => {
    const place = tax.region === undefined ? tax.country : `${tax.country}-${tax.region}`;
    const rates = { before: rateOf(before), now: rateOf(tax) };
    return warning('tax_changed', messageText('tax_changed', { category: tax.category, place, ...rates }), path);
  });
}

function rateOf({ rate_ppm }: SeenTax): Part {
  return rate_ppm === undefined ? messageText('tax_none') : { ppm: rate_ppm };
}

/** Reports fees whose amount for this cart differs between the terms that the buyer saw and the current terms. */
function feeChanges(cart: Cart, pricing: Pricing, seen: SeenTerms): Message[] {
  const { fees } = cart.shop.settings;
  // Most shops have no fees, and this runs at every change of a cart.
  if (fees.length === 0 && seen.fees.length === 0) return [];
  const { subtotal, items_discount, discount, shipping_discount, selected } = pricing;
  const goods = subtotal - items_discount - (discount - shipping_discount);
  const base: FeeBase = { subtotal, goods, selected };
  const place = feePlace(cart, selected);
  const all = new Map([...seen.fees, ...fees].map((fee) => [fee.id, fee.title]));
  return [...all].flatMap(([id, title]) => {
    const amountIn = (list: SeenTerms['fees']) => {
      const fee = list.find((one) => one.id === id);
      return fee ? feeAmount(fee, place, base) : 0;
    };
    const [before, after] = [amountIn(seen.fees), amountIn(fees)];
    if (before === after) return [];
    const text = messageText('fee_changed', { fee: title, ...changed(cart, before, after) });
    return [warning('fee_changed', text, '$.fees')];
  });
}
