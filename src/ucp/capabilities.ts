/** Protocol capabilities known to the portal. */
export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const CART = 'dev.ucp.shopping.cart';
export const ORDER = 'dev.ucp.shopping.order';
export const DISCOUNT = 'dev.ucp.shopping.discount';
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
export const CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search';
export const CATALOG_LOOKUP = 'dev.ucp.shopping.catalog.lookup';
export const BUYER_CONSENT = 'dev.ucp.shopping.buyer_consent';

/** The portal's own extensions; a site prefixes their names with its reversed host (site/announced.ts). */
export const LINE_PROPERTIES = 'shopping.line_properties';
export const ORDER_ACTIONS = 'shopping.order_actions';
export const ATTESTATION = 'shopping.attestation';

/** Location of the protocol's documents. */
export const PUBLISHED = 'https://ucp.dev';

/** A capability defined by a protocol version. */
export interface Capability {
  readonly name: string;
  /** Capabilities it extends, one of which must be active too; absent if it stands alone. */
  readonly extends?: readonly string[];
  /** Path of its specification, below the version's on ucp.dev. */
  readonly spec: string;
  /** Path of its schema, likewise. */
  readonly schema: string;
  /** True if it has no operations in this version: platforms get its events only. */
  readonly eventOnly?: true;
}
