import type { WornCondition } from './condition.js';

export const FULFILLMENT_TYPES = ['shipping', 'pickup', 'digital'] as const;
export type FulfillmentType = (typeof FULFILLMENT_TYPES)[number];

export interface PropertyValue {
  readonly value: string;
  /** Amount added to the price if chosen, in minor units; may be negative. */
  readonly price_delta: number;
  readonly description: string;
}

/** A property that can be set on a line. Without `values`, it accepts free text of up to 500 characters. */
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
  /** Absolute URL, or a path on the portal's public URL such as `/media/demo/mug.svg`. */
  readonly url: string;
  /** Text alternative for people who cannot see the image. */
  readonly alt: string | null;
}

export interface Item {
  readonly shop_id: string;
  /** The merchant's id, unique within the shop. */
  readonly id: string;
  /** Stock keeping unit in the merchant's other systems. It need not be unique, and may contain any character. */
  readonly sku?: string;
  /** Product id that all variants of a product share; null if the item is not a variant. */
  readonly product_id: string | null;
  /** Options in display order. No two items on sale of a product have the same combination of options. */
  readonly options: readonly ItemOption[];
  readonly title: string;
  readonly description: string;
  /** Global Trade Item Number, with a valid check digit. */
  readonly gtin: string | null;
  /** Manufacturer part number. */
  readonly mpn: string | null;
  readonly brand: string | null;
  /** Absent for new goods. */
  readonly condition?: WornCondition;
  /** Category names for display, such as "Kitchen". */
  readonly categories: readonly string[];
  /** Additional words by which people may search for the item. */
  readonly keywords: readonly string[];
  /** Minor units of the shop's currency. */
  readonly price: number;
  /** URL of the first image. */
  readonly image_url: string | null;
  readonly images: readonly ItemImage[];
  /** Either `digital` alone, or one or both of `shipping` and `pickup`. */
  readonly fulfillment_types: readonly FulfillmentType[];
  readonly weight_grams: number;
  readonly tax_category: string;
  readonly age_restricted: boolean;
  /** Minimum age in years of an age-restricted item; defaults to `ADULT_AGE`. */
  readonly minimum_age?: number;
  readonly property_specs: readonly PropertySpec[];
  /** True if the item's stock is counted; false if it is unlimited. */
  readonly counted: boolean;
  /** Allows sales beyond counted stock, promised this many days later; null if sales stop at 0. */
  readonly backorder: { readonly days: number } | null;
  readonly status: 'active' | 'withdrawn';
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** A variant as listed with the other variants of its product. */
export interface Variant extends Pick<Item, 'id' | 'price' | 'options'> {}

/** Maximum items on sale per product. */
export const MAX_VARIANTS = 250;

/** Maximum unit price, in minor units. The amounts of a cart have a separate limit (cart-limits.ts). */
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

/** Row key of an item. It includes the shop, since the merchant's item ids are unique only within a shop. */
export function itemKey(shopId: string, itemId: string): string {
  return `${shopId}/${itemId}`;
}
