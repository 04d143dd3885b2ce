/** Protocol capabilities known to the portal. */
export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const CART = 'dev.ucp.shopping.cart';
export const ORDER = 'dev.ucp.shopping.order';
export const DISCOUNT = 'dev.ucp.shopping.discount';
export const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
export const CATALOG_SEARCH = 'dev.ucp.shopping.catalog.search';
export const CATALOG_LOOKUP = 'dev.ucp.shopping.catalog.lookup';
export const PAYMENT_AUTHENTICATION = 'dev.ucp.shopping.payment_authentication';
export const BUYER_CONSENT = 'dev.ucp.shopping.buyer_consent';
export const IDENTITY_LINKING = 'dev.ucp.common.identity_linking';

/** The portal's own extensions. Each site prefixes these names with its reversed host (site/announced.ts). */
export const LINE_PROPERTIES = 'shopping.line_properties';
export const ORDER_ACTIONS = 'shopping.order_actions';
export const ATTESTATION = 'shopping.attestation';

/** Base URL of the protocol's published specifications and schemas. */
export const PUBLISHED = 'https://ucp.dev';

/** A capability defined by a protocol version. */
export interface Capability {
  readonly name: string;
  /** Capabilities that it extends; at least one must be active too. Absent if it stands alone. */
  readonly extends?: readonly string[];
  /** Path of its specification, relative to the version's specifications on ucp.dev. */
  readonly spec: string;
  /** Path of its schema, relative to the version's schemas on ucp.dev. */
  readonly schema: string;
  /** True if it is announced only at https URLs. */
  readonly needsHttps?: true;
  /** True if it has no operations in this version and platforms only receive its events. */
  readonly eventOnly?: true;
  /** True for identity linking: it has no operations, and is announced only where people can link their account. */
  readonly linksAccounts?: true;
}
