import { errorRows } from './error-row.js';

/** What orders answer. */
export const ORDER_ERRORS = errorRows({
  order_not_found: {
    status: 404,
    when: 'The order does not exist, or belongs to another caller: both look the same.',
    fix: 'List the orders and use an id from there.',
    next: 'list_orders',
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
  order_on_hold: {
    status: 409,
    when: 'The call would move goods of an order that is on hold.',
    fix: 'Release the order first, or wait until it is released.',
    next: 'release_order',
  },
  order_not_fulfillable: {
    status: 409,
    when: 'The call would move goods of an order that is fulfilled or canceled.',
    fix: "Look at the order's permitted_actions.",
    next: 'get_order',
  },
  order_not_cancelable: {
    status: 409,
    when: 'Cancel was asked for an order that is canceled already, or of which goods have been moved.',
    fix: "Look at the order's permitted_actions: where they have return, moved goods can be taken back.",
    next: 'get_order',
  },
  order_not_payable: {
    status: 409,
    when: 'The payment does not allow it: a refund of what is not paid, or is all refunded, or marking as paid what is not due.',
    fix: "Look at the order's payment_status and permitted_actions.",
    next: 'get_order',
  },
  adjustment_exceeds_paid: {
    status: 409,
    when: 'The call would give back more than was paid and not given back yet, of the order or of a line.',
    fix: 'Ask for at most what the detail names.',
    next: 'get_order',
  },
});
