import type { Priced } from './prices.js';
import type { Seen } from './seen.js';
import type { Address, Settings } from './settings.js';
import type { Goods, Terms } from './shop.js';

/** Mutable state of the model. */

/** One hour in milliseconds. A cart expires six hours after its last change. */
export const HOUR = 3_600_000;
export const LIFE = 6 * HOUR;

export interface Property {
  readonly name: string;
  readonly value: string;
}

export interface Line {
  readonly id: string;
  readonly item: string;
  quantity: number;
  properties: readonly Property[];
  parent: string | undefined;
  /** The unit price when the line was last written. */
  seen: number;
}

export interface ShelfItem {
  goods: Goods;
  /** `null` if not counted. */
  stock: number | null;
}

export interface Discount {
  readonly code: string;
  terms: Terms;
  used: number;
  readonly usedBy: Set<string>;
}

export interface Payment {
  readonly started: number;
  /** Reserved units, released if the payment fails. */
  readonly units: ReadonlyMap<ShelfItem, number>;
  readonly uses: readonly Discount[];
  /** Once-per-buyer discounts that the address `email` cannot use again. */
  readonly once: readonly Discount[];
  readonly email: string;
}

export interface Order {
  readonly payment_status: 'paid' | 'pending';
  readonly priced: Priced;
}

export interface Checkout {
  lines: Line[];
  codes: string[];
  email: string | undefined;
  /** Country of the billing address. */
  billing: string | undefined;
  destination: Address | undefined;
  option: string | undefined;
  dropped: string | undefined;
  ageConfirmed: boolean;
  /** The shop's terms that the buyer has seen. */
  seen: Seen | undefined;
  /** Content that the buyer approved, as text. */
  approved: string | undefined;
  state: 'open' | 'paying' | 'completed' | 'canceled';
  /** False until the first change. Until then, the expiry is computed from the start of the current hour. */
  isStored: boolean;
  expires: number;
  payment: Payment | undefined;
  /** True if the last payment was voided after 15 minutes, until the next one begins. */
  hasFailed: boolean;
  /** Price frozen at the start of the payment. */
  frozen: Priced | undefined;
  order: Order | undefined;
}

export interface Shop {
  readonly start: number;
  now: number;
  settings: Settings;
  readonly shelf: Map<string, ShelfItem>;
  readonly discounts: Map<string, Discount>;
}

export function onShelf(shop: Shop, item: string): ShelfItem {
  const found = shop.shelf.get(item);
  if (!found) throw new Error(`the model has no ${item}`);
  return found;
}

export function goodsOf(shop: Shop, line: Pick<Line, 'item'>): Goods {
  return onShelf(shop, line.item).goods;
}

export const isDigital = (goods: Goods) => goods.types.includes('digital');

export function isExpired(shop: Shop, checkout: Checkout): boolean {
  return checkout.state === 'open' && shop.now >= checkout.expires;
}

/** Catalog price plus the surcharges of the chosen values. */
export function unitPrice(goods: Goods, properties: readonly Property[]): number {
  return properties.reduce((price, { name, value }) => {
    const spec = goods.specs.find((one) => one.name === name);
    return price + (spec?.values?.[value] ?? 0);
  }, goods.price);
}

export function asText(properties: readonly Property[]): string {
  return properties
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
    .join(', ');
}
