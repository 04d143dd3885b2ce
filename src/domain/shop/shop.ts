import type { SpendingCeilings } from '../tenant/limits.js';
import type { PostalAddress } from '../values/address.js';
import type { Brand, InvoiceTerms } from './brand.js';
import type { ShopMail } from './shop-mail.js';

/** A tax rate. For each place and category, the most specific matching rate applies (docs/money.md, Tax). */
export interface TaxRate {
  readonly country: string;
  readonly region?: string;
  /** Item tax category; if absent, the rate applies to all categories without a rate of their own, except `exempt`. */
  readonly category?: string;
  /** Parts per million: 72500 = 7.25 %. */
  readonly rate_ppm: number;
}

export interface TaxSettings {
  /** True: prices include tax and are the same everywhere. False: tax is added to prices. */
  readonly included: boolean;
  readonly on_shipping: boolean;
  readonly rates: readonly TaxRate[];
}

/** Area that a shipping rate covers. An absent member matches everything. */
export interface Zone {
  readonly countries?: readonly string[];
  readonly regions?: readonly string[];
  readonly postal_prefixes?: readonly string[];
}

/** Formula for the price of a shipping rate. Amounts are in minor units. */
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
  /** Value of the shipped goods after discounts, in minor units, from which shipping is free. */
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

/** A charge in addition to goods and delivery (docs/money.md, Fees). Amounts are in minor units. */
export interface Fee {
  readonly id: string;
  readonly title: string;
  /** `percent`: parts per million of the goods' value after discounts. */
  readonly price:
    | { readonly type: 'fixed'; readonly amount: number }
    | { readonly type: 'percent'; readonly value_ppm: number };
  /** Countries of taxation in which the fee applies; absent for all. ISO 3166-1 alpha-2, upper case. */
  readonly countries?: readonly string[];
  /** Applies only while the subtotal before discounts is below this. */
  readonly below_subtotal?: number;
  readonly tax_category: string;
}

export interface ShopLink {
  readonly type: string;
  /** Absolute URL, or a path on the portal's public URL. */
  readonly url: string;
  readonly title?: string;
}

/** Type of the link to the terms of service, whose acceptance a shop can require. */
export const TERMS_LINK = 'terms_of_service';

/**
 * `country` checks recipient, required parts, postal code and region by the country's rules; `street` checks only that
 * there is a street.
 */
export const ADDRESS_CHECKS = ['country', 'street'] as const;
type AddressCheck = (typeof ADDRESS_CHECKS)[number];

/**
 * When a payment is captured, if the handler can authorize first: at once, with each shipment, or with the last one
 * (docs/orders.md, Capture).
 */
export const CAPTURE_POLICIES = ['at_once', 'on_shipment', 'on_last_shipment'] as const;
export type CapturePolicy = (typeof CAPTURE_POLICIES)[number];

/** Ceilings of the grants of people to assistants. */
export interface GrantCeilings extends SpendingCeilings {
  /** Maximum duration of a new grant, in days. */
  readonly days?: number;
}

/** Policies of a shop, in its own words. */
export interface ShopPolicies {
  readonly returns?: string;
  readonly shipping?: string;
  readonly privacy?: string;
}

/** Rules by which requests of buyers after the sale are accepted at once. All others wait for the merchant. */
export interface OrderRequestRules {
  /** True to cancel units at once while the order is processing, so nothing has left the shop. */
  readonly cancel_before_shipping?: boolean;
  /** True to change the address at once while nothing has left the shop and the same shipping rates apply. */
  readonly address_before_shipping?: boolean;
  /** Days after shipping for which a return is agreed to at once. Nothing is refunded until the units are back. */
  readonly return_days?: number;
}

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
  /** Defaults to `at_once`. */
  readonly payment_capture?: CapturePolicy;
  readonly links: readonly ShopLink[];
  /** Total above which the buyer must review the cart, in minor units; null for no limit. */
  readonly review_limit: number | null;
  /** True if buyers must accept the terms behind the link `terms_of_service` before completing. */
  readonly terms_required?: boolean;
  /** Years for which an order retains its buyer's data despite a request for erasure; defaults to 10. */
  readonly order_retention_years?: number;
  /** Days after an order's last change for which its link works; absent for no limit. */
  readonly order_link_days?: number;
  /** Maximum units of one cart line; defaults to 9,999. */
  readonly max_quantity?: number;
  /** Appearance and contact details; defaults are derived from the shop's name. */
  readonly brand?: Brand;
  /** Rules for the destination of a checkout with shipping. Defaults to `country`. */
  readonly address_check?: AddressCheck;
  /** Absent if the shop sends its invoices itself. */
  readonly invoice?: InvoiceTerms;
  readonly mail?: ShopMail;
  readonly grant_ceilings?: GrantCeilings;
  readonly policies?: ShopPolicies;
  readonly order_requests?: OrderRequestRules;
}

export interface Shop {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly description: string | null;
  /** True if the payment handler for testing (sandbox) is allowed. */
  readonly demo: boolean;
  readonly settings: ShopSettings;
  /** Random text from which all order links are derived; a new text disables all earlier links. Absent at first. */
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
