import type { Operation } from '../../calls/define.js';
import { TRANSITIONS } from '../../domain/order/transitions.js';
import { adjustOrder } from '../order/adjust-order.js';
import { answerOrderRequest } from '../order/answer-order-request.js';
import { cancelOrder } from '../order/cancel-order.js';
import { capturePayment } from '../order/capture-payment.js';
import { correctTracking } from '../order/correct-tracking.js';
import { getOrder } from '../order/get-order.js';
import { getOrderHistory } from '../order/get-order-history.js';
import { getOrderStatement } from '../order/get-order-statement.js';
import { holdOrder } from '../order/hold-order.js';
import { markOrderPaid } from '../order/mark-order-paid.js';
import { recordFulfillmentEvent } from '../order/record-fulfillment-event.js';
import { releaseOrder } from '../order/release-order.js';
import { forShop } from './for-shop.js';
import { renewOrderLink } from './renew-order-link.js';
import { setOrderDestination } from './set-order-destination.js';
import { setOrderNote } from './set-order-note.js';

const { hold, release, fulfill, cancel, refund, mark_paid, capture } = TRANSITIONS;

/** Operations on one order of a shop, for keys of the organization. */
export const SHOP_ORDER_OPERATIONS: readonly Operation[] = [
  forShop(getOrder, {
    name: 'get_shop_order',
    title: "Get a shop's order",
    description: 'Returns one order of a shop, from any of its deployments, with the job receipts about it.',
    scope: 'orders:read',
  }),
  forShop(getOrderHistory, {
    name: 'get_shop_order_history',
    title: "Get the history of a shop's order",
    scope: 'orders:read',
  }),
  forShop(getOrderStatement, {
    name: 'get_shop_order_statement',
    title: "Get the signed statement of a shop's order",
    scope: 'orders:read',
  }),
  forShop(holdOrder, { name: 'hold_shop_order', title: "Hold a shop's order", scope: hold.shop_scope }),
  forShop(releaseOrder, {
    name: 'release_shop_order',
    title: "Release a shop's held order",
    scope: release.shop_scope,
  }),
  forShop(recordFulfillmentEvent, {
    name: 'record_shop_fulfillment_event',
    title: "Record a fulfillment event of a shop's order",
    scope: fulfill.shop_scope,
  }),
  forShop(correctTracking, {
    name: 'correct_shop_tracking',
    title: "Correct the tracking of a shop's order",
    scope: fulfill.shop_scope,
  }),
  forShop(cancelOrder, { name: 'cancel_shop_order', title: "Cancel a shop's order", scope: cancel.shop_scope }),
  forShop(adjustOrder, {
    name: 'adjust_shop_order',
    title: "Refund or return a shop's order",
    scope: refund.shop_scope,
  }),
  forShop(markOrderPaid, {
    name: 'mark_shop_order_paid',
    title: "Mark a shop's order as paid",
    scope: mark_paid.shop_scope,
  }),
  forShop(capturePayment, {
    name: 'capture_shop_payment',
    title: "Capture the payment of a shop's order",
    scope: capture.shop_scope,
  }),
  forShop(answerOrderRequest, {
    name: 'answer_shop_order_request',
    title: "Answer a request about a shop's order",
    scope: refund.shop_scope,
  }),
  setOrderNote,
  setOrderDestination,
  renewOrderLink,
];
