import { errorRows } from './error-row.js';

/** Error codes of orders. */
export const ORDER_ERRORS = errorRows({
  order_not_found: {
    status: 404,
    when: 'The order does not exist or belongs to another caller; the response is the same.',
    fix: 'List the orders and use an id from there.',
    next: 'list_orders',
  },
  order_not_logged: {
    status: 503,
    when: 'The log does not take the entry of the order, or the order is not as its entry says: the database was changed from outside.',
    fix: 'The operator must run `portal log verify`; a repeat can succeed after the seconds in `Retry-After`.',
  },
  draft_order_not_found: {
    status: 404,
    when: 'The draft order does not exist or belongs to another shop, or its content was removed some time after it was canceled; the response is the same.',
    fix: 'List the draft orders and use an id from there.',
  },
  order_already_on_hold: {
    status: 409,
    when: 'Hold was requested for an order that is already on hold.',
    fix: 'Nothing to do: the order is on hold.',
    next: 'get_order',
  },
  order_not_on_hold: {
    status: 409,
    when: 'Release was requested for an order that is not on hold.',
    fix: 'Nothing to do: the order is not on hold.',
    next: 'get_order',
  },
  order_not_holdable: {
    status: 409,
    when: 'Hold was requested for an order that is fulfilled or canceled.',
    fix: "Look at the order's permitted_actions.",
    next: 'get_order',
  },
  order_on_hold: {
    status: 409,
    when: 'A fulfillment event was sent for an order that is on hold.',
    fix: "Read the reason in the order's messages. Repeat the event once the order is released.",
    next: 'get_order',
  },
  hold_has_rule: {
    status: 409,
    when: 'Release or a capture was requested for an order whose hold has a rule: the consumer accepts, or time passes without a dispute.',
    fix: 'Let the consumer accept the receipt, wait until release_at, or cancel the order.',
    next: 'get_order',
  },
  order_not_fulfillable: {
    status: 409,
    when: 'A fulfillment event was sent for an order that is fulfilled or canceled.',
    fix: "Look at the order's permitted_actions.",
    next: 'get_order',
  },
  order_not_cancelable: {
    status: 409,
    when: 'Cancel was requested for an order that is canceled or fulfilled; or it was requested without `line_items` after units had been shipped, picked up or provisioned.',
    fix: "In `line_items`, list the units that have not left the shop. If the order's permitted_actions contains return, the others can be returned.",
    next: 'get_order',
  },
  order_not_payable: {
    status: 409,
    when: 'The payment status does not allow the call: a refund of an order that is not paid or is fully refunded, mark_paid for an order whose payment is not due, or a capture of a payment that is not authorized.',
    fix: "Look at the order's payment_status and permitted_actions.",
    next: 'get_order',
  },
  capture_in_progress: {
    status: 409,
    when: 'A cancellation, refund or return was requested while the payment handler had yet to confirm a capture.',
    fix: 'Repeat the call in a few seconds.',
    next: 'get_order',
  },
  capture_exceeds_authorized: {
    status: 409,
    when: 'The call would capture more than is left of the authorized amount.',
    fix: 'Request at most the amount in the detail.',
    next: 'get_order',
  },
  fulfillment_event_not_found: {
    status: 404,
    when: 'The order has no fulfillment event with this id.',
    fix: "Use an id from the order's fulfillment.events.",
    next: 'get_order',
  },
  payment_exceeds_owed: {
    status: 409,
    when: 'The call would record more than is still to be paid.',
    fix: 'Record at most the amount in the detail; it is `amount_owed` of the payment.',
    next: 'get_order',
  },
  order_request_waiting: {
    status: 409,
    when: 'A request of the same type already waits for the merchant.',
    fix: 'Wait for the answer, or withdraw the request.',
    next: 'get_order',
  },
  order_request_not_found: {
    status: 404,
    when: 'The order has no request with this id.',
    fix: "Use an id from the order's requests.",
    next: 'get_order',
  },
  order_request_closed: {
    status: 409,
    when: 'The request was already answered or withdrawn.',
    fix: "Nothing to do: read the answer in the order's requests.",
    next: 'get_order',
  },
  adjustment_exceeds_paid: {
    status: 409,
    when: 'The call would refund more than the refundable amount of the order or of a line.',
    fix: 'Request at most the amount in the detail.',
    next: 'get_order',
  },
});
