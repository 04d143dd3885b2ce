import { z } from 'zod';

type Status = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 424 | 429 | 500 | 503;

/**
 * Error codes by HTTP status, written by hand from the documents. Codes of profiles are from UCP, Negotiation, and
 * those of webhooks from docs/webhooks.md.
 */
const CODES_BY_STATUS: readonly (readonly [Status, string])[] = [
  [400, 'invalid_request invalid_json item_not_found item_unavailable parent_not_found payment_event_invalid'],
  [400, 'property_unknown property_value_invalid fulfillment_address_required'],
  [400, 'fulfillment_destination_required fulfillment_option_unknown discount_code_invalid'],
  [400, 'discount_code_expired discount_code_ineligible invalid_cursor buyer_required'],
  [400, 'payment_instrument_invalid agent_unknown consumer_unknown link_code_invalid'],
  [400, 'invalid_receipt unsupported_receipt_version invalid_public_key private_key_submitted'],
  [400, 'unsupported_key_algorithm weak_public_key invalid_signature_encoding signature_invalid'],
  [400, 'signing_key_unknown signing_key_revoked signing_key_retired agent_key_mismatch'],
  [400, 'issued_at_in_future issued_at_too_old key_proof_required invalid_countersignature'],
  [400, 'invalid_delegation outside_delegation'],
  [400, 'invalid_profile_url request_too_large quantity_unit_mismatch digest_mismatch algorithm_unsupported'],
  [401, 'unauthorized message_signature_invalid message_key_unknown'],
  [402, 'payment_failed'],
  [403, 'forbidden profile_not_trusted quota_exceeded'],
  [404, 'not_found checkout_not_found line_item_not_found order_not_found shop_not_found discount_not_found'],
  [404, 'consumer_not_found agent_not_found receipt_not_found signing_key_not_found'],
  [404, 'shop_item_not_found deployment_not_found key_not_found staff_not_found'],
  [404, 'order_request_not_found draft_order_not_found grant_not_found fulfillment_event_not_found'],
  [404, 'webhook_not_found delivery_not_found payment_account_not_found'],
  [405, 'method_not_allowed'],
  [412, 'version_conflict'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [409, 'consent_declined checkout_closed checkout_not_ready payment_in_progress total_changed out_of_stock'],
  [409, 'limit_exceeded line_item_conflict discount_code_already_applied'],
  [409, 'order_already_on_hold order_not_on_hold hold_has_rule'],
  [409, 'order_not_holdable order_on_hold order_not_fulfillable order_not_cancelable'],
  [
    409,
    'order_not_payable adjustment_exceeds_paid capture_in_progress capture_exceeds_authorized payment_exceeds_owed',
  ],
  [409, 'order_request_waiting order_request_closed'],
  [409, 'idempotency_conflict receipt_conflict countersignature_conflict'],
  [409, 'consumer_already_linked signing_key_not_active'],
  [409, 'stock_moved stock_not_counted stock_below_zero media_exists'],
  [409, 'webhook_not_active delivery_erased payment_account_in_use'],
  [422, 'profile_malformed version_unsupported'],
  [424, 'profile_unreachable'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
  [503, 'unavailable log_not_witnessed order_not_logged'],
];

/** Every error code with its HTTP status. */
export const ERROR_STATUS: ReadonlyMap<string, Status> = new Map(
  CODES_BY_STATUS.flatMap(([status, codes]) => codes.split(' ').map((code): [string, Status] => [code, status])),
);

/** API document, ErrorResponse: only `error`, one of these codes, and an optional `detail`. */
export const errorBody = z.strictObject({
  error: z.enum([...ERROR_STATUS.keys()]),
  detail: z.string().min(1).optional(),
});

/** Content of an operation's error over MCP (docs/mcp.md, Errors). */
export const mcpErrorBody = errorBody.extend({
  detail: z.string().min(1),
  next: z.string().min(1),
});
