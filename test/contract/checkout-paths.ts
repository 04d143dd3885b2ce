import { BILLING_ADDRESS, BUYER, DISCOUNTS, FEES, taxLinesAt } from './books-paths.js';
import { inside, members } from './path-list.js';

const ADDRESS =
  'address_country address_locality address_region extended_address first_name last_name phone_number postal_code street_address';

/** API document, Total. */
export const totalsAt = (parent: string): readonly string[] => members(`${parent}totals[]`, 'type amount display_text');

/** API document, Item within a line. */
const ITEM = members('item', 'id title price image_url');

/** API document, LineItem `property_specs`. */
export const PROPERTY_SPECS = [
  ...members('property_specs[]', 'name required description'),
  ...members('property_specs[].values[]', 'value price_delta description'),
];

const LINE_B = ['id', ...ITEM, 'quantity', 'parent_id', ...members('properties[]', 'name value'), ...totalsAt('')];

/** API document, CheckoutPayment `credential`: documented, but never returned (docs/paying.md, Complete). */
export const CREDENTIAL = members(
  'payment.instruments[].credential',
  'type card_number_type cryptogram cvc eci_value name number expiry_month expiry_year',
);

/** API document, CheckoutPayment `instruments`. */
const INSTRUMENTS = [
  ...members(
    'payment.instruments[]',
    'handler_id id type brand last_digits expiry_month expiry_year rich_card_art rich_text_description',
  ),
  ...members('payment.instruments[].billing_address', `${ADDRESS} full_name`),
  ...CREDENTIAL,
];

const BOTH = [
  'id',
  'currency',
  ...totalsAt(''),
  ...BUYER,
  ...members('links[]', 'type url title'),
  'payment',
  ...members('payment.handlers[]', 'config config_schema id instrument_schemas name spec version'),
  ...INSTRUMENTS,
  'payment.selected_instrument_id',
];

const OPTIONS = 'fulfillment.methods[].groups[].options[]';

/** API document, Fulfillment. */
const FULFILLMENT = [
  'fulfillment',
  ...members('fulfillment.available_methods[]', 'line_item_ids type description fulfillable_on'),
  ...members('fulfillment.methods[]', 'id line_item_ids type selected_destination_id'),
  ...members('fulfillment.methods[].destinations[]', `id name ${ADDRESS}`),
  ...members('fulfillment.methods[].destinations[].address', ADDRESS),
  ...members('fulfillment.methods[].groups[]', 'id line_item_ids selected_option_id'),
  ...members(OPTIONS, 'id title carrier description'),
  ...members(OPTIONS, 'earliest_fulfillment_time latest_fulfillment_time days'),
  ...totalsAt(`${OPTIONS}.`),
];

/** API document, Checkout variant B (docs/checkout.md, Variants). */
export const CHECKOUT_B = unique([
  ...BOTH,
  ...inside('line_items[]', LINE_B),
  'ucp',
  'ucp.version',
  ...members('ucp.capabilities[]', 'name version extends'),
]);

/** API document, Checkout variant F (docs/checkout.md, Variants), with the `severity` of messages. */
export const CHECKOUT_F = unique([
  ...BOTH,
  'status',
  ...inside('line_items[]', [
    ...LINE_B,
    ...PROPERTY_SPECS,
    ...taxLinesAt(''),
    ...members('options[]', 'name value'),
    'minimum_age',
  ]),
  ...taxLinesAt(''),
  ...FEES,
  ...DISCOUNTS,
  ...BILLING_ADDRESS,
  'ucp',
  'ucp.version',
  'ucp.capabilities',
  ...members('ucp.capabilities.{}[]', 'version'),
  ...members('context', 'address_country address_region postal_code currency language'),
  ...FULFILLMENT,
  ...taxLinesAt('fulfillment.'),
  ...members('messages[]', 'type code content path severity'),
  ...members('order', 'id permalink_url'),
  'continue_url',
  'expires_at',
]);

/** Optional members of F that no rule produces yet, and members that are never returned. */
export const CHECKOUT_F_NOT_YET = [
  ...CREDENTIAL,
  // Pickup locations have no personal name.
  ...members('fulfillment.methods[].destinations[].address', 'first_name last_name').slice(1),
];

/** Members that B never has: once a completion has sent instruments, no operation that returns B is allowed. */
export const CHECKOUT_B_NOT_YET = [...INSTRUMENTS, 'payment.selected_instrument_id'];

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
