import type { PostalAddress } from '../values/address.js';
import type { Brand, InvoiceTerms } from './brand.js';

/** A tax rate. The most specific row that matches place and category applies (docs/money.md, Tax). */
export interface TaxRate {
  readonly country: string;
  readonly region?: string;
  /** Item tax category; absent for every category without a row of its own. */
  readonly category?: string;
  /** Parts per million: 72500 = 7.25 %. */
  readonly rate_ppm: number;
}

export interface TaxSettings {
  /** True: prices include tax and are the same everywhere. False: tax is added. */
  readonly included: boolean;
  readonly on_shipping: boolean;
  readonly rates: readonly TaxRate[];
}

/** Area a shipping rate serves; an absent member matches everything. */
export interface Zone {
  readonly countries?: readonly string[];
  readonly regions?: readonly string[];
  readonly postal_prefixes?: readonly string[];
}

/** Computation of a shipping rate. Amounts in minor units. */
export type ShippingPrice =
  | { readonly type: 'flat'; readonly amount: number }
  | { readonly type: 'per_item'; readonly base: number; readonly amount: number }
  | {
      readonly type: 'by_weight';
      readonly steps: readonly { readonly up_to_grams: number; readonly amount: number }[];
    };

export interface ShippingRate {
  readonly id: string;
  readonly title: string;
  readonly carrier: string;
  readonly description?: string;
  readonly zone: Zone;
  readonly price: ShippingPrice;
  /** Subtotal after discounts from which shipping is free, in minor units. */
  readonly free_from?: number;
  readonly transit_days: { readonly min: number; readonly max: number };
}

export interface PickupLocation {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly amount: number;
  readonly address: PostalAddress;
  readonly ready_days: { readonly min: number; readonly max: number };
}

/** A charge in addition to goods and delivery (docs/money.md, Fees). Amounts in minor units. */
export interface Fee {
  readonly id: string;
  readonly title: string;
  /** `percent`: parts per million of the goods after discounts. */
  readonly price:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'percent'; readonly value_ppm: number };
  /** Destination countries; absent for all. ISO 3166-1 alpha-2, upper case. */
  readonly countries?: readonly string[];
  /** Applies only while the subtotal before discounts is below this. */
  readonly below_subtotal?: number;
  readonly tax_category: string;
}

export interface ShopLink {
  readonly type: string;
  /** Absolute, or a path on the portal's public URL. */
  readonly url: string;
  readonly title?: string;
}

/** Type of the link to the terms that buyers may have to accept. */
export const TERMS_LINK = 'terms_of_service';

/** `country`: recipient, required parts, postal code and region by the country's rules; `street`: only a street. */
export const ADDRESS_CHECKS = ['country', 'street'] as const;
type AddressCheck = (typeof ADDRESS_CHECKS)[number];

export interface ShopSettings {
  /** ISO 4217 code of all the shop's amounts. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** IANA time zone name. */
  readonly time_zone: string;
  readonly tax: TaxSettings;
  readonly shipping: readonly ShippingRate[];
  readonly pickup: readonly PickupLocation[];
  readonly fees: readonly Fee[];
  /** Ids of accepted payment handlers, in display order. */
  readonly payment_handlers: readonly string[];
  readonly links: readonly ShopLink[];
  /** Total in minor units above which the buyer must review the cart; null for never. */
  readonly review_limit: number | null;
  /** True if a buyer must accept the page of the link `terms_of_service` before completing. */
  readonly terms_required?: boolean;
  /** Years an order keeps its buyer's data after a request for erasure; defaults to 10. */
  readonly order_retention_years?: number;
  /** Days after an order's last change during which its link works; absent for always. */
  readonly order_link_days?: number;
  /** Units of one line of a cart; defaults to 9,999. */
  readonly max_quantity?: number;
  /** Defaults are derived from the shop's name. */
  readonly brand?: Brand;
  /** Rules that a shipped order's address must meet; absent for those of its country. */
  readonly address_check?: AddressCheck;
  /** Absent if the shop sends the invoice itself. */
  readonly invoice?: InvoiceTerms;
}

export interface Shop {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string | null;
  /** True if the sandbox payment handler is allowed. */
  readonly demo: boolean;
  readonly settings: ShopSettings;
  /** Random text all order links depend on: changing it ends them. Absent until first changed. */
  readonly order_links?: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

/** Settings of a new shop (docs/catalog.md, Shops). */
export const DEFAULT_SETTINGS: ShopSettings = {
  currency: 'USD',
  country: 'US',
  language: 'en',
  time_zone: 'UTC',
  tax: { included: false, on_shipping: false, rates: [] },
  shipping: [
    {
      id: 'standard',
      title: 'Standard shipping',
      carrier: 'Post',
      zone: {},
      price: { type: 'flat', amount: 0 },
      transit_days: { min: 3, max: 7 },
    },
  ],
  pickup: [],
  fees: [],
  payment_handlers: [],
  links: [],
  review_limit: null,
};
