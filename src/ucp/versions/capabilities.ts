import {
  BUYER_CONSENT,
  CART,
  CATALOG_LOOKUP,
  CATALOG_SEARCH,
  type Capability,
  CHECKOUT,
  DISCOUNT,
  FULFILLMENT,
  IDENTITY_LINKING,
  ORDER,
} from '../capabilities.js';

/**
 * Capabilities that 2026-04-08 and 2026-08-25 have in common.
 * @param folder path prefix of the specifications of standalone capabilities, including its `/`
 */
export function sharedCapabilities(folder: '' | 'shopping/'): readonly Capability[] {
  return [
    { name: CHECKOUT, spec: `${folder}checkout`, schema: 'shopping/checkout.json' },
    { name: CART, spec: `${folder}cart`, schema: 'shopping/cart.json' },
    { name: ORDER, spec: `${folder}order`, schema: 'shopping/order.json' },
    { name: DISCOUNT, extends: [CHECKOUT, CART], spec: 'discount', schema: 'shopping/discount.json' },
    { name: FULFILLMENT, extends: [CHECKOUT], spec: 'fulfillment', schema: 'shopping/fulfillment.json' },
    { name: BUYER_CONSENT, extends: [CHECKOUT], spec: 'buyer-consent', schema: 'shopping/buyer_consent.json' },
    { name: CATALOG_SEARCH, spec: `${folder}catalog/search`, schema: 'shopping/catalog_search.json' },
    { name: CATALOG_LOOKUP, spec: `${folder}catalog/lookup`, schema: 'shopping/catalog_lookup.json' },
    identityLinking(folder === '' ? 'identity-linking' : 'common/identity-linking'),
  ];
}

/** @param spec path of its specification */
export function identityLinking(spec: string): Capability {
  return { name: IDENTITY_LINKING, spec, schema: 'common/identity_linking.json', linksAccounts: true };
}
