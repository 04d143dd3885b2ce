import { totalOf } from '../actors/shopper.js';
import type { Known, Scenario, Step } from './scenarios.js';

/** Scenarios of an order adapter. */

const order = (known: Known) => ({ order_id: known.order });
const on = (more: object) => (known: Known) => ({ ...order(known), ...more });
const mug = (quantity: number) => ({ line_items: [{ id: 'mug', quantity }] });
const tracking = { carrier: 'Ground post', tracking_number: 'GP 77', tracking_url: 'https://track.example/GP77' };

/** Buys one line of three mugs for pickup. `payment` is the instrument that pays. */
const purchase = (payment: object): Step[] => [
  { call: 'get_cart', keep: ({ body }) => ({ cart: body.data.id }) },
  {
    call: 'add_line_items',
    args: ({ cart }) => ({
      checkout_id: cart,
      line_items: [{ id: 'mug', item: { id: 'enamel-mug' }, quantity: 3 }],
    }),
  },
  { call: 'set_buyer', args: ({ cart }) => ({ checkout_id: cart, buyer: { email: 'ann@example.com' } }) },
  {
    call: 'select_fulfillment',
    args: ({ cart }) => ({ checkout_id: cart, selected_option_id: 'pickup-portland' }),
    keep: ({ body }) => ({ total: totalOf(body.data) }),
  },
  {
    call: 'get_checkout',
    args: ({ cart }) => ({ checkout_id: cart }),
    keep: ({ body }) => ({ total: totalOf(body.data) }),
  },
  {
    call: 'complete_checkout',
    args: ({ cart, total }) => ({ checkout_id: cart, expected_total: total, payment: { instruments: [payment] } }),
    keep: ({ body }) => ({ order: body.data.order.id }),
  },
];

const CARD = { id: 'c1', handler_id: 'sandbox_card', credential: { type: 'token', token: 'tok_approve' } };
const INVOICE = { id: 'i1', handler_id: 'invoice' };

export const ORDER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'an order shipped in parts, returned and refunded',
    steps: [
      ...purchase(CARD),
      { call: 'record_fulfillment_event', args: on({ type: 'shipped', ...mug(1), ...tracking }) },
      { call: 'record_fulfillment_event', args: on({ type: 'shipped', ...mug(3) }), error: 'invalid_request' },
      { call: 'cancel_order', args: order, error: 'order_not_cancelable' },
      { call: 'cancel_order', args: on({ ...mug(1), restock: false, reason: 'broken', visible: true }) },
      { call: 'cancel_order', args: on(mug(2)), error: 'invalid_request' },
      { call: 'adjust_order', args: on({ type: 'return', ...mug(1), reason: 'chipped', restock: true }) },
      { call: 'adjust_order', args: on({ type: 'refund', amount: 100_000 }), error: 'adjustment_exceeds_paid' },
      { call: 'adjust_order', args: on({ type: 'refund' }) },
      { call: 'adjust_order', args: on({ type: 'refund' }), error: 'order_not_payable' },
      { call: 'mark_order_paid', args: order, error: 'order_not_payable' },
      { call: 'get_order_history', args: on({ limit: 2 }) },
    ],
  },
  {
    name: 'an order by invoice, paid, held, and canceled',
    steps: [
      ...purchase(INVOICE),
      { call: 'mark_order_paid', args: order },
      { call: 'hold_order', args: on({ reason: 'a question', note: 'call Ann' }) },
      { call: 'record_fulfillment_event', args: on({ type: 'shipped', ...mug(1) }), error: 'order_on_hold' },
      { call: 'cancel_order', args: on({ reason: 'out of print' }) },
      { call: 'record_fulfillment_event', args: on({ type: 'shipped', ...mug(1) }), error: 'order_not_fulfillable' },
      { call: 'list_orders', args: () => ({ payment_status: 'refunded', created_from: '2026-01-01T00:00:00Z' }) },
      { call: 'get_order', args: order },
      { call: 'get_order_history', args: order },
    ],
  },
];
