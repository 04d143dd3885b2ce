import { feePlace, feesOn } from './fees.js';
import { priceOf } from './options.js';
import type { Priced } from './prices.js';
import type { FeeRow, Location, Rate } from './settings.js';
import { type Checkout, goodsOf, isDigital, type Shop } from './state.js';
import { sum } from './sums.js';
import { digitalPlace, type Place, physicalPlace, rateAt } from './taxes.js';

/** The shop's terms at the time the buyer last saw them (docs/checkout.md, Messages). */
export interface Seen {
  readonly option: Rate | Location | undefined;
  readonly included: boolean;
  /** Tax rate by place and category. */
  readonly taxes: ReadonlyMap<string, number | undefined>;
  readonly fees: readonly FeeRow[];
}

/**
 * After a change of the cart, updates the terms that the buyer has seen. If `accepted`, all become the current terms;
 * otherwise, those seen earlier remain.
 */
export function remember(shop: Shop, checkout: Checkout, selected: Priced['selected'], accepted: boolean): void {
  const { seen: before } = checkout;
  checkout.seen = undefined;
  if (checkout.lines.length === 0) return;
  const now = seenNow(shop, checkout, selected);
  if (!before || accepted) checkout.seen = now;
  else {
    const taxes = [...now.taxes].map(
      ([key, rate]) => [key, before.taxes.has(key) ? before.taxes.get(key) : rate] as const,
    );
    const option = before.option?.id === now.option?.id ? before.option : now.option;
    checkout.seen = { ...before, option, taxes: new Map(taxes) };
  }
}

function seenNow(shop: Shop, checkout: Checkout, selected: Priced['selected']): Seen {
  const { shipping, pickup, tax, fees } = shop.settings;
  const taxes = new Map<string, number | undefined>();
  const note = (place: Place | undefined, category: string, isTaxed = true) => {
    if (!place) return;
    const key = [place.address_country.toUpperCase(), place.address_region ?? '', category].join(' ');
    if (!taxes.has(key)) taxes.set(key, isTaxed ? rateAt(shop, place, category)?.rate_ppm : undefined);
  };
  const goods = checkout.lines.map((line) => goodsOf(shop, line));
  for (const one of goods)
    note(isDigital(one) ? digitalPlace(shop, checkout) : physicalPlace(shop, checkout, selected), one.category);
  for (const { tax_category } of fees) note(feePlace(shop, checkout, selected), tax_category);
  if (!goods.every(isDigital)) note(physicalPlace(shop, checkout, selected), 'shipping', tax.on_shipping);
  const option = [...shipping, ...pickup].find(({ id }) => id === checkout.option);
  return { option, included: tax.included, taxes, fees };
}

/** Messages about terms that the shop has changed since the buyer saw them. */
export function changes(shop: Shop, checkout: Checkout, price: Priced): [code: string, path: string][] {
  const { seen } = checkout;
  if (!seen || checkout.lines.length === 0) return [];
  const now = seenNow(shop, checkout, price.selected);
  return [
    ...(isOptionChanged(shop, seen, price)
      ? [['fulfillment_price_changed', '$.fulfillment'] satisfies [string, string]]
      : []),
    ...taxChanges(seen, now).map((): [string, string] => ['tax_changed', '$.tax_lines']),
    ...feeChanges(shop, checkout, seen, price).map((): [string, string] => ['fee_changed', '$.fees']),
  ];
}

function isOptionChanged(shop: Shop, { option }: Seen, { selected, lines }: Priced): boolean {
  if (!option || selected?.id !== option.id) return false;
  if ('amount' in option) return option.amount !== selected.amount;
  const shipped = lines.filter(({ line }) => goodsOf(shop, line).types.includes('shipping'));
  const free = option.free_from !== undefined && sum(shipped.map(({ left }) => left)) >= option.free_from;
  const before = priceOf(
    shop,
    option,
    shipped.map(({ line }) => line),
  );
  return before !== undefined && (free ? 0 : before) !== selected.amount;
}

function taxChanges(seen: Seen, now: Seen): string[] {
  if (seen.included !== now.included) return ['all'];
  return [...now.taxes.keys()]
    .filter((key) => seen.taxes.has(key) && seen.taxes.get(key) !== now.taxes.get(key))
    .slice(0, 5);
}

function feeChanges(shop: Shop, checkout: Checkout, seen: Seen, price: Priced): string[] {
  const goods = sum(price.lines.map(({ left }) => left));
  const amounts = (fees: readonly FeeRow[]) => {
    const asked = feesOn(
      { ...shop, settings: { ...shop.settings, fees } },
      checkout,
      price.selected,
      price.subtotal,
      goods,
    );
    return new Map(asked.map(({ id, amount }) => [id, amount]));
  };
  const [before, after] = [amounts(seen.fees), amounts(shop.settings.fees)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}
