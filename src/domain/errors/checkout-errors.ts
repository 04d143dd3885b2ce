import { errorRows } from './error-row.js';

/** Error codes of the catalog and the checkout. */
export const CHECKOUT_ERRORS = errorRows({
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
    when: 'A new line names a `parent_id` that is neither in the cart nor earlier in the same request.',
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
    when: "A property's value is not one of the listed values, or is empty or longer than 500 characters where any text is allowed.",
    fix: 'Use a listed value; the detail names them.',
    next: 'get_item',
  },
  fulfillment_address_required: {
    status: 400,
    when: 'A shipping option was selected with an empty list of `destinations`.',
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
    when: 'The shop has no such discount code; or, when a code is removed, the checkout does not have it.',
    fix: 'Check the spelling, or go on without a code.',
  },
  discount_code_expired: {
    status: 400,
    when: 'The code is not valid yet, is no longer valid, or has been used up.',
    fix: 'Use another code, or go on without one.',
  },
  discount_code_ineligible: {
    status: 400,
    when: 'The code exists but does not apply to this cart: the minimum is not reached, none of the items of the discount is in it, or this buyer has used the code.',
    fix: 'Tell the buyer what the detail lists as missing. Change the cart only if they agree, then apply the code again.',
    next: 'get_checkout',
  },
  consent_declined: {
    status: 409,
    when: 'Over MCP only: the call had no `expected_total`, so the person was asked to agree to the total, and declined.',
    fix: 'Do not pay. Ask the buyer what to change; complete the checkout only when they want it.',
  },
  payment_instrument_invalid: {
    status: 400,
    when: 'The payment names an unknown handler, selects an instrument that was not sent, or has a credential that the handler does not accept.',
    fix: "Use a handler from the checkout's `payment.handlers` and the credential form it documents.",
    next: 'get_checkout',
  },
  payment_failed: {
    status: 402,
    when: 'The payment handler declined the payment. Nothing was charged; stock and discount uses were released.',
    fix: 'Ask the buyer for another instrument, then complete again with it.',
    next: 'complete_checkout',
  },
  checkout_not_found: {
    status: 404,
    when: 'The checkout does not exist or belongs to another caller; the response is the same.',
    fix: 'Get the current cart and use its id.',
    next: 'get_cart',
  },
  line_item_not_found: {
    status: 404,
    when: 'The checkout has no such line.',
    fix: "Use an id from the checkout's line_items.",
    next: 'get_checkout',
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
    when: 'A payment of this checkout is in progress; until it ends, the checkout can only be read and canceled.',
    fix: 'Wait a moment and read the checkout again.',
    next: 'get_checkout',
  },
  total_changed: {
    status: 409,
    when: '`expected_total` is not the current total, or the total is above `max_total`. Nothing was charged.',
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
    when: 'The call would exceed a limit. A cart: 100 lines, 9,999 units in one line (or the `max_quantity` of the shop), 10 discount codes, 9,000,000,000,000,000 minor units for the goods. A shop: 50 automatic discounts. An order: 500 events, 200 adjustments. An organization: 1,000 shops, 100 webhooks.',
    fix: 'Use a smaller quantity or fewer lines, or replace an existing code or discount. An order at its limit accepts no more events or adjustments, an organization no more shops.',
  },
  line_item_conflict: {
    status: 409,
    when: 'The `id` in an add request belongs to a line with another item, other properties or another parent.',
    fix: 'Use another id, or change the existing line by PATCH.',
    next: 'update_line_item',
  },
  discount_code_already_applied: {
    status: 409,
    when: 'The code is already on the checkout.',
    fix: 'Nothing to do: a code is applied once.',
    next: 'get_checkout',
  },
});
