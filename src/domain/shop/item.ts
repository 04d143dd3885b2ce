import type { WornCondition } from './condition.js';

export const FULFILLMENT_TYPES = ['shipping', 'pickup', 'digital'] as const;
export type FulfillmentType = (typeof FULFILLMENT_TYPES)[number];

export interface PropertyValue {
  readonly value: string;
  /** Minor units added to the price when chosen; may be negative. */
  readonly price_delta: number;
  readonly description: string;
}

/** A property that a line can set. Without `values`, free text of up to 500 characters. */
export interface PropertySpec {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly values: readonly PropertyValue[];
}

/** An option that distinguishes variants of a product, such as size M. */
export interface ItemOption {
  readonly name: string;
  readonly value: string;
}

export interface ItemImage {
  /** Absolute, or a path on the portal's public URL such as `/media/demo/mug.svg`. */
  readonly url: string;
  /** Text alternative for people who cannot see the picture. */
  readonly alt: string | null;
}

export interface Item {
  readonly shop_id: string;
  /** The merchant's own, unique within the shop. */
  readonly id: string;
  /** Stock keeping unit of other systems, in which it may repeat and have any characters. */
  readonly sku?: string;
  /** Shared by the variants of a product; null if the item is not a variant. */
  readonly product_id: string | null;
  /** In display order, and unique among a product's items on sale. */
  readonly options: readonly ItemOption[];
  readonly title: string;
  readonly description: string;
  /** Global Trade Item Number, with a valid check digit. */
  readonly gtin: string | null;
  /** The manufacturer's part number. */
  readonly mpn: string | null;
  readonly brand: string | null;
  /** Absent for new goods. */
  readonly condition?: WornCondition;
  /** Category names for people, such as "Kitchen". */
  readonly categories: readonly string[];
  /** Other words that people may search for. */
  readonly keywords: readonly string[];
  /** Minor units of the shop's currency. */
  readonly price: number;
  /** URL of the first image. */
  readonly image_url: string | null;
  readonly images: readonly ItemImage[];
  /** Either exactly `digital`, or `shipping` and/or `pickup`. */
  readonly fulfillment_types: readonly FulfillmentType[];
  readonly weight_grams: number;
  readonly tax_category: string;
  readonly age_restricted: boolean;
  /** Minimum age in years of an age-restricted item; defaults to `ADULT_AGE`. */
  readonly minimum_age?: number;
  readonly property_specs: readonly PropertySpec[];
  /** True if `stock` is counted and sales stop at 0; false if the item never runs out. */
  readonly counted: boolean;
  /** Sold beyond stock and promised this many days later; null to stop at 0. */
  readonly backorder: { readonly days: number } | null;
  readonly status: 'active' | 'withdrawn';
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** A variant as listed with its siblings. */
export interface Variant extends Pick<Item, 'id' | 'price' | 'options'> {}

/** Items on sale per product. */
export const MAX_VARIANTS = 250;

/** Limits the unit price. The amounts of a cart have a limit of their own (cart-limits.ts). */
export const MAX_PRICE = 1_000_000_000;

export interface LineProperty {
  readonly name: string;
  readonly value: string;
}

/** Default minimum age of age-restricted items, in years. */
export const ADULT_AGE = 18;

/** Minimum age to buy an item, in years; 0 for any age. */
export function minimumAge({ age_restricted, minimum_age }: Pick<Item, 'age_restricted' | 'minimum_age'>): number {
  return age_restricted ? (minimum_age ?? ADULT_AGE) : 0;
}

/** True if the item needs no physical delivery. */
export function isDigital(item: Pick<Item, 'fulfillment_types'>): boolean {
  return item.fulfillment_types.includes('digital');
}

/** Row key of an item. Item ids are the merchant's own, hence unique only per shop. */
export function itemKey(shopId: string, itemId: string): string {
  return `${shopId}/${itemId}`;
}
