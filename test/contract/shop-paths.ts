import { members } from './path-list.js';

/** Documented members of a shop's settings and of a discount, as `memberPaths` writes them. */

/** Members of the settings, including tax rates and pickup locations (docs/catalog.md, Shops). */
export const SHOP_SETTINGS: readonly string[] = [
  ...'currency country language time_zone payment_handlers review_limit order_retention_years order_link_days'.split(
    ' ',
  ),
  'address_check',
  'terms_required',
  ...members('brand', 'name logo accent_color support_email support_phone'),
  ...members('brand.imprint', 'name tax_number'),
  ...members(
    'brand.imprint.address',
    'street_address extended_address address_locality address_region postal_code address_country phone_number',
  ),
  ...members('invoice', 'due_days instructions'),
  ...members('grant_ceilings', 'per_order per_30_days days'),
  ...members('policies', 'returns shipping privacy'),
  ...members('order_requests', 'cancel_before_shipping address_before_shipping return_days'),
  ...members('mail', 'from reply_to staff low_stock disabled'),
  'max_quantity',
  ...members('tax', 'included on_shipping'),
  ...members('tax.rates[]', 'country region category rate_ppm'),
  ...members('shipping[]', 'id title carrier description free_from'),
  ...members('shipping[].zone', 'countries regions postal_prefixes'),
  ...members('shipping[].price', 'type amount base'),
  ...members('shipping[].price.steps[]', 'up_to_grams amount'),
  ...members('shipping[].transit_days', 'min max'),
  ...members('pickup[]', 'id title description amount'),
  ...members(
    'pickup[].address',
    'street_address extended_address address_locality address_region postal_code address_country phone_number',
  ),
  ...members('pickup[].ready_days', 'min max'),
  ...members('fees[]', 'id title countries below_subtotal tax_category'),
  ...members('fees[].price', 'type amount value_ppm'),
  ...members('links[]', 'type url title'),
];

/** Discount members that a merchant sends (docs/catalog.md, Discounts). */
export const DISCOUNT_TERMS: readonly string[] = [
  ...'title kind value_ppm amount item_ids option_ids minimum_subtotal starts_at ends_at max_uses'.split(' '),
  ...'once_per_buyer combinable automatic'.split(' '),
];

/** Discount members in a response: the terms, the code, the uses left, and the times. */
export const DISCOUNT: readonly string[] = ['code', ...DISCOUNT_TERMS, 'uses_left', 'created_at', 'updated_at'];
