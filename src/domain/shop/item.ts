export const FULFILLMENT_TYPES = ['shipping', 'pickup', 'digital'] as const;
export type FulfillmentType = (typeof FULFILLMENT_TYPES)[number];

export interface PropertyValue {
  readonly value: string;
  /** Minor units added to the price when chosen; may be negative. */
  readonly price_delta: number;
  readonly description: string;
}

/** A property that a line of the item can set. No `values` = free text to 500 characters. */
export interface PropertySpec {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly values: readonly PropertyValue[];
}

/** What one variant of a product has that another has not, such as the size M. */
export interface ItemOption {
  readonly name: string;
  readonly value: string;
}

export interface ItemImage {
  /** Absolute, or a path on the portal's public URL such as `/media/demo/mug.svg`. */
  readonly url: string;
  /** What the picture shows, for people who do not see it. */
  readonly alt: string | null;
}

export interface Item {
  readonly shop_id: string;
  /** The merchant's own id (SKU), unique in the shop. */
  readonly id: string;
  /** What the variants of one product share; null = the item is no variant. */
  readonly product_id: string | null;
  /** In the order in which they are shown; no two items on sale of a product have the same. */
  readonly options: readonly ItemOption[];
  readonly title: string;
  readonly description: string;
  /** Global Trade Item Number, with a valid check digit. */
  readonly gtin: string | null;
  /** The manufacturer's part number. */
  readonly mpn: string | null;
  readonly brand: string | null;
  /** Names of categories that people know, such as "Kitchen". */
  readonly categories: readonly string[];
  /** Other words for the item that people look for. */
  readonly keywords: readonly string[];
  /** Minor units of the shop's currency. */
  readonly price: number;
  /** The URL of the first of `images`. */
  readonly image_url: string | null;
  readonly images: readonly ItemImage[];
  /** Either exactly `digital`, or `shipping` and/or `pickup`. */
  readonly fulfillment_types: readonly FulfillmentType[];
  readonly weight_grams: number;
  readonly tax_category: string;
  readonly age_restricted: boolean;
  /** Years, for an age-restricted item; absent = `ADULT_AGE`. */
  readonly minimum_age?: number;
  readonly property_specs: readonly PropertySpec[];
  /** True: `stock` counts units and selling stops at 0. False: never runs out. */
  readonly counted: boolean;
  /** It is sold below zero too, and what is not there is promised so many days later; null = selling stops at 0. */
  readonly backorder: { readonly days: number } | null;
  readonly status: 'active' | 'withdrawn';
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** An item as another of the same product shows it. */
export interface Variant extends Pick<Item, 'id' | 'price' | 'options'> {}

/** Items of one product that are on sale. */
export const MAX_VARIANTS = 250;

/** The largest price of one unit, so that 100 lines of 9,999 stay far below 2^53. */
export const MAX_PRICE = 1_000_000_000;

export interface LineProperty {
  readonly name: string;
  readonly value: string;
}

/** Years from which on an age-restricted item may be bought that does not say so itself. */
export const ADULT_AGE = 18;

/** Years from which on an item may be bought; 0 = at any age. */
export function minimumAge({ age_restricted, minimum_age }: Pick<Item, 'age_restricted' | 'minimum_age'>): number {
  return age_restricted ? (minimum_age ?? ADULT_AGE) : 0;
}

/** True when the item needs no physical delivery. */
export function isDigital(item: Pick<Item, 'fulfillment_types'>): boolean {
  return item.fulfillment_types.includes('digital');
}

/** The row key of an item: ids are the merchant's own, so unique only within a shop. */
export function itemKey(shopId: string, itemId: string): string {
  return `${shopId}/${itemId}`;
}
