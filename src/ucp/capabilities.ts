/** Names of capabilities of the protocol that the portal knows. */
export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const CART = 'dev.ucp.shopping.cart';
export const ORDER = 'dev.ucp.shopping.order';
export const DISCOUNT = 'dev.ucp.shopping.discount';
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
export const CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search';
export const CATALOG_LOOKUP = 'dev.ucp.shopping.catalog.lookup';
export const BUYER_CONSENT = 'dev.ucp.shopping.buyer_consent';

/** The portal's own extensions; at a site their names begin with its reversed host (site/announced.ts). */
export const LINE_PROPERTIES = 'shopping.line_properties';
export const ORDER_ACTIONS = 'shopping.order_actions';
export const ATTESTATION = 'shopping.attestation';

/** Where the documents of the protocol are. */
export const PUBLISHED = 'https://ucp.dev';

/** A capability that a version of the protocol defines. */
export interface Capability {
  readonly name: string;
  /** The capabilities that it extends, one of which must be active too; absent = it stands by itself. */
  readonly extends?: readonly string[];
  /** Path of its specification below that of the version on ucp.dev. */
  readonly spec: string;
  /** Path of its schema there. */
  readonly schema: string;
  /** It has no operations in this version: platforms are told of it, and cannot ask. */
  readonly eventOnly?: true;
}
