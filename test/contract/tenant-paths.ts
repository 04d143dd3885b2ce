import { members } from './path-list.js';

/** Documented members of an organization's objects, as `memberPaths` writes them. */

const STAMPS = ['created_at', 'updated_at'];

/** API document, Shop. */
export const SHOP: readonly string[] = ['id', 'name', 'description', ...STAMPS];

/** A deployment, which belongs to a shop. */
export const DEPLOYMENT: readonly string[] = ['id', 'shop_id', 'name', ...STAMPS];

/** API document, Consumer. */
export const CONSUMER: readonly string[] = [...SHOP, 'linked_consumer_org_id', 'linked_at'];

/** API document, Agent. */
export const AGENT: readonly string[] = SHOP;

/** A one-time code that is valid for 15 minutes. */
export const LINK_CODE: readonly string[] = ['code', 'expires_at'];

/** A key, with name, expiry, revocation and last use. An organization or deployment may have several. */
export const NEW_API_KEY: readonly string[] = [
  ...'id hint kind deployment_id name scopes buyer_required created_by status'.split(' '),
  ...members('limits', 'per_order per_30_days ask_above categories currency left_30_days'),
  ...'created_at expires_at revoked_at last_used_at'.split(' '),
];

/** A stored key, which may be that of a grant. */
export const API_KEY: readonly string[] = [
  ...NEW_API_KEY,
  ...members('grant', 'client_id client_kind client_name client_host resource'),
];

/** docs/catalog.md, the table of members, without the id. */
export const ITEM_TERMS: readonly string[] = [
  ...'title description brand categories keywords price image_url fulfillment_types stock weight_grams tax_category age_restricted minimum_age'.split(
    ' ',
  ),
  ...[
    'property_specs',
    'status',
    'product_id',
    'options',
    'gtin',
    'mpn',
    'sku',
    'condition',
    'images',
    'backorder',
    'backorder.days',
  ],
  ...['options[].name', 'options[].value', 'images[].url', 'images[].alt'],
  ...['name', 'required', 'description', 'values'].map((member) => `property_specs[].${member}`),
  ...['value', 'price_delta', 'description'].map((member) => `property_specs[].values[].${member}`),
];

/** An item in the form of an import; `stock` is the number of units left. */
export const SHOP_ITEM: readonly string[] = ['id', ...ITEM_TERMS, ...STAMPS];

/** An entry in the ledger of an item's stock. */
export const MOVEMENT: readonly string[] = 'seq kind by stock_after reason checkout_id order_id actor at'.split(' ');
