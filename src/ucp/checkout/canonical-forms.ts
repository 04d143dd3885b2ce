import type { DiscountRecord } from '../../domain/checkout/applied-discount.js';
import type { Instrument } from '../../domain/checkout/checkout.js';
import type { BuyerConsent, BuyerContext } from '../../domain/checkout/platform-part.js';
import type { CheckoutStatus } from '../../domain/checkout/status.js';
import type { Total } from '../../domain/checkout/totals.js';
import type { FulfillmentType, LineProperty, PropertySpec } from '../../domain/shop/item.js';
import type { PostalAddress } from '../../domain/values/address.js';

/**
 * A checkout with the members of all versions. Each version derives its wire form from this form alone. Amounts are
 * minor units; discounts are negative in `totals` and positive in `discounts`.
 */
export interface CanonicalCheckout extends CanonicalContent {
  readonly status: CheckoutStatus;
  /** Absent if the platform has sent no consent. */
  readonly consent: BuyerConsent | undefined;
  readonly fulfillment: CanonicalFulfillment;
  readonly messages: readonly CanonicalMessage[];
  readonly instrument: Instrument | undefined;
  /** Present while the payment waits for work of the buyer that the platform can show. */
  readonly challenge: CanonicalChallenge | undefined;
  readonly handlers: readonly CanonicalHandler[];
  readonly expires_at: string;
  /** `undefined` once the checkout is closed. */
  readonly continue_url: string | undefined;
  readonly order: { readonly id: string; readonly permalink_url: string } | undefined;
}

export interface CanonicalChallenge {
  /** Other work has another id. */
  readonly id: string;
  readonly payment_instrument_id: string;
  /** Page for the buyer, an https URL. */
  readonly url: string;
}

/** Members shared by carts and checkouts. */
export interface CanonicalContent {
  readonly id: string;
  readonly currency: string;
  readonly line_items: readonly CanonicalLine[];
  readonly totals: readonly CanonicalTotal[];
  readonly buyer: CanonicalBuyer | undefined;
  readonly context: BuyerContext | undefined;
  readonly discounts: { readonly codes: readonly string[]; readonly applied: readonly DiscountRecord[] };
  readonly links: readonly { readonly type: string; readonly url: string; readonly title?: string }[];
}

export interface CanonicalCart extends CanonicalContent {
  readonly messages: readonly CanonicalMessage[];
  readonly expires_at: string;
}

export interface CanonicalBuyer {
  readonly email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  /** Sent by 2026-01-11 only. */
  readonly full_name?: string | undefined;
  readonly phone_number?: string | undefined;
}

export interface CanonicalLine {
  readonly id: string;
  readonly item: {
    readonly id: string;
    readonly title: string;
    readonly price: number;
    readonly image_url?: string | undefined;
  };
  readonly quantity: number;
  readonly parent_id: string | undefined;
  readonly properties: readonly LineProperty[];
  readonly property_specs: readonly PropertySpec[];
  readonly totals: readonly Total[];
}

export interface CanonicalTotal extends Total {
  /** Parts of the amount, if there are several. */
  readonly lines?: readonly { readonly display_text: string; readonly amount: number }[];
}

export interface CanonicalFulfillment {
  readonly methods: readonly CanonicalMethod[];
  readonly available: readonly {
    readonly type: FulfillmentType;
    readonly line_item_ids: readonly string[];
    /** A calendar day; null if unknown. */
    readonly fulfillable_on: string | null;
    readonly description: string;
  }[];
}

export interface CanonicalMethod {
  readonly id: string;
  readonly type: FulfillmentType;
  readonly line_item_ids: readonly string[];
  readonly destinations: readonly CanonicalDestination[];
  readonly selected_destination_id: string | null;
  readonly group: {
    readonly id: string;
    readonly selected_option_id: string | null;
    readonly options: readonly CanonicalOption[];
  };
}

/** An address of the buyer or, if it has a `name`, a location of the shop. */
export interface CanonicalDestination {
  readonly id: string;
  readonly name?: string;
  readonly address: PostalAddress;
}

export interface CanonicalOption {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly carrier?: string;
  readonly amount: number;
  readonly earliest: string;
  readonly latest: string;
}

export interface CanonicalHandler {
  /** Reverse domain name of the handler. */
  readonly name: string;
  readonly id: string;
  readonly version: string;
  /** URL of the specification. Like `schema`, it is present only if the site's host can verify the name. */
  readonly spec?: string;
  readonly schema?: string;
  /** Present even if the host cannot verify the name, because 2026-01-11 requires these URLs. */
  readonly documents: { readonly spec: string; readonly schema: string; readonly instruments: readonly string[] };
  readonly config: Readonly<Record<string, unknown>>;
  /** Type of instrument that the handler accepts. */
  readonly instrument: string;
}

export interface CanonicalMessage {
  readonly type: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly content: string;
  /** RFC 9535 JSONPath from the root of the response. */
  readonly path?: string;
  /** Present on errors only. */
  readonly severity?: 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable';
}
