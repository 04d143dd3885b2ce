/**
 * The one table of error codes (docs/api.md, HTTP). Each row says which HTTP status the code answers with,
 * when it happens, what the caller can do about it, and, for agents, the tool to call next.
 * `docs/errors.md` is generated from it.
 */
interface ErrorRow {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 503;
  readonly when: string;
  readonly fix: string;
  readonly next?: string;
}

const rows = <T extends Record<string, ErrorRow>>(table: T): T => table;

export const ERRORS = rows({
  invalid_request: {
    status: 400,
    when: 'A member, path part or query parameter is absent, unknown, of the wrong type or out of range.',
    fix: 'Read the detail: it names the member and what it accepts. Correct it and send again.',
  },
  invalid_json: {
    status: 400,
    when: 'The body is not strict JSON: malformed, a BOM, invalid UTF-8, a duplicate member, a lone surrogate, or nested deeper than 64.',
    fix: 'Send one JSON object, UTF-8, each member once.',
  },
  item_not_found: {
    status: 400,
    when: 'A line or a discount names an item id that the shop does not have. GET of an absent item answers `not_found` instead.',
    fix: 'Use an id from the catalog.',
    next: 'search_catalog',
  },
  item_unavailable: {
    status: 400,
    when: 'A line names an item that the shop has withdrawn from sale.',
    fix: 'Choose another item.',
    next: 'search_catalog',
  },
  parent_not_found: {
    status: 400,
    when: 'A new line names a `parent_id` that is neither on the cart nor earlier in the same request.',
    fix: 'Name an existing line, or put the parent line first with an `id` of your own.',
    next: 'get_cart',
  },
  property_unknown: {
    status: 400,
    when: 'A line sets a property that the item does not have.',
    fix: "Use the names in the item's property_specs.",
    next: 'get_item',
  },
  property_value_invalid: {
    status: 400,
    when: "A property's value is not one of the listed values, or is empty or longer than 500 characters where text is free.",
    fix: 'Use a listed value; the detail names them.',
    next: 'get_item',
  },
  fulfillment_address_required: {
    status: 400,
    when: 'A shipping option was selected in the envelope form, and `destinations` is empty.',
    fix: 'Send the destination as the first entry of `destinations`.',
    next: 'select_fulfillment',
  },
  fulfillment_destination_required: {
    status: 400,
    when: 'Shipping was selected or listed before a destination was set.',
    fix: 'Set the destination first; `address_country` alone is enough.',
    next: 'set_destination',
  },
  fulfillment_option_unknown: {
    status: 400,
    when: '`selected_option_id` is not an option that this checkout offers.',
    fix: 'Use the id of an option from the method listing.',
    next: 'list_fulfillment_methods',
  },
  discount_code_invalid: {
    status: 400,
    when: 'The shop has no such discount code, or it is not on the checkout (removal).',
    fix: 'Check the spelling, or go on without a code.',
  },
  discount_code_expired: {
    status: 400,
    when: 'The code is not valid yet, not any more, or used up.',
    fix: 'Use another code, or go on without one.',
  },
  discount_code_ineligible: {
    status: 400,
    when: 'The code exists but does not apply to this cart: the minimum is not reached, no named item is on it, or this buyer has used it.',
    fix: 'Read the detail for what is missing, change the cart, and apply the code again.',
    next: 'add_line_items',
  },
  invalid_cursor: {
    status: 400,
    when: '`cursor` was not made by this list, or was made with other filters.',
    fix: 'Pass the `pagination.cursor` of the page before, with the same filters, or omit it for the first page.',
  },
  buyer_required: {
    status: 400,
    when: 'The key was made with `--buyer-required` and the call names no buyer.',
    fix: 'Send the header `x-buyer-id` (or set `PORTAL_BUYER_ID` for stdio).',
  },
  payment_instrument_invalid: {
    status: 400,
    when: 'The payment names an unknown handler, an unselected instrument, or a credential that the handler does not take.',
    fix: "Use a handler from the checkout's `payment.handlers` and the credential form it documents.",
    next: 'get_checkout',
  },
  unauthorized: {
    status: 401,
    when: 'No API key was sent, or the one sent is malformed, unknown, expired or revoked.',
    fix: 'Send a valid key in `x-api-key`, or as `Authorization: Bearer`.',
  },
  payment_failed: {
    status: 402,
    when: 'The payment handler declined. Nothing was charged; stock and discount uses were given back.',
    fix: 'Complete again with another instrument.',
    next: 'complete_checkout',
  },
  forbidden: {
    status: 403,
    when: 'The key lacks the scope that the operation needs, or the request came from an origin or host that is not allowed.',
    fix: 'Use a key with the scope that the detail names.',
  },
  not_found: {
    status: 404,
    when: 'No such route, item or page.',
    fix: 'Check the id, or the path against `/openapi.json`.',
    next: 'search_catalog',
  },
  checkout_not_found: {
    status: 404,
    when: 'The checkout does not exist, or belongs to another caller: both look the same.',
    fix: 'Get the current cart and use its id.',
    next: 'get_cart',
  },
  line_item_not_found: {
    status: 404,
    when: 'The checkout has no such line.',
    fix: "Use an id from the checkout's line_items.",
    next: 'get_checkout',
  },
  shop_not_found: {
    status: 404,
    when: "The shop does not exist, or is another organization's: both look the same.",
    fix: 'Use the id of a shop of your organization.',
  },
  discount_not_found: {
    status: 404,
    when: 'The shop has no discount of this code. Entering an absent code on a cart answers `discount_code_invalid` instead.',
    fix: "List the shop's discounts.",
  },
  order_not_found: {
    status: 404,
    when: 'The order does not exist, or belongs to another caller: both look the same.',
    fix: 'List the orders and use an id from there.',
    next: 'list_orders',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path exists, but not with this method.',
    fix: 'Use a method named in the `Allow` header.',
  },
  version_conflict: {
    status: 412,
    when: '`If-Match` names another version than the stored one: somebody changed it since it was read.',
    fix: 'Read it again and repeat the call with the new ETag.',
    next: 'get_checkout',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than 256 KiB (1 MiB at /mcp).',
    fix: 'Send less in one request.',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not `application/json` in UTF-8, or is compressed.',
    fix: 'Send `Content-Type: application/json`.',
  },
  checkout_closed: {
    status: 409,
    when: 'The checkout is completed, canceled or expired and cannot change any more.',
    fix: 'Start a new cart.',
    next: 'get_cart',
  },
  checkout_not_ready: {
    status: 409,
    when: 'Something is missing before the checkout can be completed; the detail is the first message.',
    fix: "Resolve the checkout's messages, then complete again.",
    next: 'get_checkout',
  },
  payment_in_progress: {
    status: 409,
    when: 'A payment of this checkout is under way; until it is settled it can be read and canceled only.',
    fix: 'Wait a moment and read the checkout again.',
    next: 'get_checkout',
  },
  total_changed: {
    status: 409,
    when: '`expected_total` is not the total now. Nothing was charged.',
    fix: 'Show the new total to the buyer, then complete with it.',
    next: 'get_checkout',
  },
  out_of_stock: {
    status: 409,
    when: 'There are fewer units left than the checkout asks for.',
    fix: 'Lower the quantity or remove the line that the detail names.',
    next: 'update_line_item',
  },
  limit_exceeded: {
    status: 409,
    when: 'A cart would grow beyond a limit: 100 lines, 9,999 of one line, 10 discount codes. Or a shop would: 50 automatic discounts.',
    fix: 'Use a smaller quantity or fewer lines.',
    next: 'get_checkout',
  },
  line_item_conflict: {
    status: 409,
    when: 'The `id` in an add request belongs to a line with another item, other properties or another parent.',
    fix: 'Use another id, or change the existing line by PATCH.',
    next: 'update_line_item',
  },
  discount_code_already_applied: {
    status: 409,
    when: 'The code is on the checkout already.',
    fix: 'Nothing to do: it counts once.',
    next: 'get_checkout',
  },
  discount_code_combination_disallowed: {
    status: 409,
    when: 'The code, or one already applied, cannot be combined with others.',
    fix: 'Remove the other code first.',
    next: 'remove_discount',
  },
  order_already_on_hold: {
    status: 409,
    when: 'Hold was asked for an order that is on hold.',
    fix: 'Nothing to do: it is on hold.',
    next: 'get_order',
  },
  order_not_on_hold: {
    status: 409,
    when: 'Release was asked for an order that is not on hold.',
    fix: 'Nothing to do: it is not on hold.',
    next: 'get_order',
  },
  order_not_holdable: {
    status: 409,
    when: 'Hold was asked for an order that is fulfilled or canceled.',
    fix: "Look at the order's permitted_actions.",
    next: 'get_order',
  },
  idempotency_conflict: {
    status: 409,
    when: 'The `Idempotency-Key` was used before by this caller for this operation with other arguments.',
    fix: 'Use a new key for a new request; repeat the old arguments to get the old answer.',
  },
  rate_limited: {
    status: 429,
    when: 'More than 100 requests a second (burst 300) by one key, or more than 60 failed authentications a minute from one address.',
    fix: 'Wait for the seconds in `Retry-After`.',
  },
  internal_error: {
    status: 500,
    when: 'A fault of the portal. It is in the log under the request id.',
    fix: 'Try again later; report the `x-request-id` if it stays.',
  },
  unavailable: {
    status: 503,
    when: 'The database is busy or cannot be written at the moment.',
    fix: 'Repeat after the seconds in `Retry-After`; an `Idempotency-Key` makes that safe.',
  },
});

export type ErrorCode = keyof typeof ERRORS;
