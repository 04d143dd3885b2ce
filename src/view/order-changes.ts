import { isDeepStrictEqual } from 'node:util';
import { amountRefunded } from '../domain/order/adjustment.js';
import { merchantNote } from '../domain/order/note.js';
import { lineStatus, type Order } from '../domain/order/order.js';
import { amountPaid } from '../domain/order/order-payment.js';
import type { OrderAnswer } from '../schema/order.js';
import { authorizationView, receivedView } from './order-payment-view.js';
import { adjustmentView, buildOrderMessages, countersignedView, quantityView } from './order-view.js';

/** Members of a response that can change, except `permitted_actions`, which depends on the caller. */
const CHANGEABLE = {
  status: ({ status }) => status,
  payment_status: ({ payment_status }) => payment_status,
  payment: (order) => ({
    amount_paid: amountPaid(order),
    amount_refunded: amountRefunded(order),
    ...receivedView(order),
    ...authorizationView(order),
  }),
  line_items: (order) =>
    order.line_items.map((line) => ({ quantity: quantityView(order, line), status: lineStatus(order, line) })),
  fulfillment: ({ fulfillment }) => fulfillment,
  messages: buildOrderMessages,
  adjustments: ({ adjustments }) => (adjustments.length > 0 ? adjustments.map(adjustmentView) : undefined),
  additions: ({ additions }) => additions,
  requests: ({ requests }) => requests,
  release_when: (order) => countersignedView(order).release_when,
  countersignatures: ({ countersigned }) => countersigned,
  note: merchantNote,
  mail_problem: ({ mail_problem }) => mail_problem,
  permalink_url: ({ link }) => link,
} as const satisfies Partial<Record<keyof OrderAnswer, (order: Order) => unknown>>;

const READERS = Object.entries(CHANGEABLE);

/** Names the members that a change affected. For a new order, these are all changeable members that it has. */
export function changedMembers(before: Order | undefined, after: Order): string[] {
  return READERS.filter(([, read]) => !isDeepStrictEqual(before && read(before), read(after))).map(([name]) => name);
}
