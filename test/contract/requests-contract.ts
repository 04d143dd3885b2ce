import { RECEIPT_MEMBERS } from './attestation-paths.js';
import type { OperationName } from './operations-contract.js';
import { inside, members } from './path-list.js';
import { DISCOUNT_TERMS, SHOP_SETTINGS } from './shop-paths.js';
import { ITEM_TERMS } from './tenant-paths.js';

const BILLING_ADDRESS =
  'full_name first_name last_name phone_number street_address extended_address address_locality address_region postal_code address_country';

const SUBMISSION = [...members('receipt', RECEIPT_MEMBERS), 'signature', 'public_key', 'metadata'];

/**
 * API document, CheckoutPayment `credential`, members besides `type`: accepted only over HTTP and only by a handler
 * that declares it (docs/paying.md, Complete). No tool accepts them.
 */
export const rawCardMembers: readonly string[] = members(
  'payment.instruments[].credential',
  'card_number_type cryptogram cvc eci_value name number expiry_month expiry_year',
).slice(1);

/** No documented body: the request has none or an empty one. */
const NONE: readonly string[] = [];

/** Members that name and describe a shop, consumer or agent. */
const NAMING: readonly string[] = ['name', 'description'];

/** API document, Add line items, with `properties` (docs/checkout.md, Lines). */
const ADDED_LINES = [
  ...members('line_items[]', 'id quantity parent_id'),
  ...members('line_items[].item', 'id'),
  ...members('line_items[].properties[]', 'name value'),
];

/** API document, Set buyer and billing address. */
const BUYER = [
  ...members('buyer', 'email first_name full_name last_name phone_number'),
  ...members('billing_address', BILLING_ADDRESS),
];

/** API document, Set the destination. */
const DESTINATION = members(
  'destination',
  'address_country first_name last_name full_name phone_number street_address extended_address address_locality address_region postal_code instructions',
);

/** docs/paying.md, Complete, with the card data of the API document in `credential`. */
const PAYMENT = [
  'payment',
  'payment.selected_instrument_id',
  ...members(
    'payment.instruments[]',
    'id handler_id type brand last_digits expiry_month expiry_year rich_card_art rich_text_description',
  ),
  ...members('payment.instruments[].billing_address', BILLING_ADDRESS),
  ...members('payment.instruments[].credential', 'type token'),
  ...rawCardMembers,
];

/** Documented members of each operation's body, equal to `memberPaths(body)` of a body with all members. */
export const documentedRequestMembers: Record<OperationName, readonly string[]> = {
  search_catalog: NONE,
  get_item: NONE,
  get_cart: NONE,
  get_checkout: NONE,
  add_line_items: ADDED_LINES,
  /** API document, Update a line item. */
  update_line_item: ['quantity', ...members('properties[]', 'name value')],
  remove_line_item: NONE,
  set_buyer: BUYER,
  /** API document, Apply a discount code. */
  apply_discount: ['code'],
  remove_discount: NONE,
  set_destination: DESTINATION,
  list_fulfillment_methods: NONE,
  /**
   * API document, Fulfillment operation: the form with `destinations`. The other form has only `selected_option_id`.
   */
  select_fulfillment: [
    'selected_option_id',
    ...members(
      'destinations[]',
      'street_address address_locality postal_code address_country first_name last_name full_name phone_number extended_address address_region',
    ),
  ],
  complete_checkout: ['expected_total', ...PAYMENT],
  cancel_checkout: NONE,
  /** docs/paying.md, In one call. */
  buy: [
    ...ADDED_LINES,
    ...BUYER,
    ...DESTINATION,
    ...['selected_option_id', 'expected_total', 'max_total', 'discount_codes'],
    ...PAYMENT,
  ],
  get_order: NONE,
  list_orders: NONE,
  /** API document, Hold an order. */
  hold_order: ['reason', 'note'],
  release_order: NONE,
  /** docs/orders.md, Fulfillment. */
  record_fulfillment_event: [
    'type',
    ...members('line_items[]', 'id quantity'),
    ...'occurred_at carrier tracking_number tracking_url description'.split(' '),
  ],
  cancel_order: ['line_items', 'line_items[].id', 'line_items[].quantity', 'reason'],
  adjust_order: ['type', ...members('line_items[]', 'id quantity'), 'amount', 'reason'],
  mark_order_paid: ['amount', 'reference'],
  get_order_history: NONE,
  get_shop_settings: NONE,
  /** PUT replaces the settings, so the members are those of the response. */
  update_shop_settings: SHOP_SETTINGS,
  list_discounts: NONE,
  get_discount: NONE,
  /** The code is only in the path. */
  put_discount: DISCOUNT_TERMS,
  delete_discount: NONE,
  /** API document, Create shop. */
  create_shop: NAMING,
  list_shops: NONE,
  create_deployment: ['name'],
  list_deployments: NONE,
  list_shop_items: NONE,
  get_shop_item: NONE,
  /** `expected_stock`, and the members of an item in an import except the id, which is in the path. */
  put_item: [...ITEM_TERMS, 'expected_stock'],
  import_items: [...inside('items[]', ['id', ...ITEM_TERMS]), 'partial', 'stock', 'allow_free'],
  /** Stock is changed by a separate route. */
  patch_item: ITEM_TERMS.filter((member) => member !== 'stock'),
  withdraw_item: NONE,
  move_stock: ['by', 'reason', 'to', 'expected'],
  list_stock_movements: NONE,
  put_media: ['data'],
  /** API document, Create consumer and Update consumer. */
  create_consumer: NAMING,
  get_consumer: NONE,
  update_consumer: NAMING,
  list_consumers: NONE,
  create_link_code: NONE,
  link_consumer: ['code'],
  get_agent: NONE,
  /** API document, Update agent. */
  update_agent: NAMING,
  create_agent: NAMING,
  list_agents: NONE,
  list_keys: NONE,
  create_key: [
    ...['name', 'deployment_id', 'scopes', 'buyer_required', 'expires_at'],
    ...members('limits', 'per_order per_30_days ask_above categories'),
  ],
  set_key_limits: ['per_order', 'per_30_days', 'ask_above', 'categories'],
  revoke_key: NONE,
  /** API document, Signing keys, with the additional `agent_id` and `proof`. */
  register_signing_key: ['public_key', 'agent_id', 'proof'],
  list_signing_keys: NONE,
  get_signing_key: NONE,
  rotate_signing_key: ['public_key', 'proof'],
  revoke_signing_key: ['reason'],
  /** API document, Receipts. */
  submit_receipt: SUBMISSION,
  submit_receipts: inside('receipts[]', SUBMISSION),
  get_receipt: NONE,
  list_receipts: NONE,
  get_receipt_bundle: NONE,
  get_log_checkpoint: NONE,
  get_inclusion_proof: NONE,
  get_consistency_proof: NONE,
  get_receipt_context: NONE,
};

/** Documented query members of the operations that have any. */
export const documentedQueryMembers: Partial<Record<OperationName, readonly string[]>> = {
  search_catalog: ['query', 'min_price', 'max_price', 'in_stock', 'category', 'limit', 'cursor'],
  list_orders: ['limit', 'cursor', 'status', 'payment_status', 'created_from', 'created_before'],
  get_order_history: ['limit', 'cursor'],
  get_receipt_bundle: ['version'],
  list_discounts: ['limit', 'cursor'],
  list_deployments: ['limit', 'cursor'],
  list_shop_items: ['limit', 'cursor'],
  list_stock_movements: ['limit', 'cursor'],
  list_consumers: ['limit', 'cursor'],
  list_agents: ['limit', 'cursor'],
  list_keys: ['limit', 'cursor', 'grants'],
  list_signing_keys: ['limit', 'cursor'],
  /** docs/receipts.md, Read. */
  list_receipts: [
    ...['agent_id', 'consumer_id', 'job_id', 'context_hash', 'resolution', 'signing_key_id', 'key_fingerprint'],
    ...['received_from', 'received_before', 'issued_from', 'issued_before', 'limit', 'cursor'],
  ],
  get_consistency_proof: ['from', 'to'],
};
