import { errorRows } from './error-row.js';

/** Errors of orders. */
export const ORDER_ERRORS = errorRows({
  order_not_found: {
    status: 404,
    when: 'The order does not exist, or belongs to another caller: both look the same.',
    fix: 'List the orders and use an id from there.',
    next: 'list_orders',
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
    fix: "Read in the order's messages why it is on hold, and repeat the event once that is settled and the order released.",
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
    when: 'Cancel was requested for an order that is canceled or fulfilled; or, without `line_items`, for one from which goods have been shipped, picked up or provisioned.',
    fix: "Name the units that are still in the shop in `line_items`. Look at the order's permitted_actions: if they contain return, goods that have left the shop can be taken back.",
    next: 'get_order',
  },
  order_not_payable: {
    status: 409,
    when: 'The payment status does not allow the call: a refund of an order that is not paid or is fully refunded, or mark_paid for an order whose payment is not due.',
    fix: "Look at the order's payment_status and permitted_actions.",
    next: 'get_order',
  },
  adjustment_exceeds_paid: {
    status: 409,
    when: 'The call would give back more money than is left to give back, for the order or for a line.',
    fix: 'Ask for at most the amount in the detail.',
    next: 'get_order',
  },
});
