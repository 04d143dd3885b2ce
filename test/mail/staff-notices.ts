import type { Order } from '../../src/domain/order/order.js';
import { withProgress } from '../../src/domain/order/order-payment.js';
import type { Dispute } from '../../src/domain/payment/dispute.js';
import type { PaymentProgress } from '../../src/domain/payment/payment.js';
import type { ShopNotice } from '../../src/domain/webhook/notices.js';

const DAY = 24 * 60 * 60 * 1000;

/** Notices to the staff about the payment of an order, in the order of a table. */
export const PAYMENT_NOTICES = [
  'capture_failed',
  'authorization_expiring',
  'authorization_expired',
  'dispute_opened',
  'dispute_evidence_due',
  'dispute_won',
  'dispute_lost',
] as const;
type PaymentNotice = (typeof PAYMENT_NOTICES)[number];

/** Returns an order after the event of a notice. */
export function withPaymentProblem(order: Order, notice: PaymentNotice): Order {
  return withProgress(order, progressAfter(notice, order.created_at));
}

/** Returns an order after a refund that could not be paid out. */
export function withFailedRefund(order: Order): Order {
  const { created_at } = order;
  const about = { id: 'adj_1', type: 'refund', line_items: [], amount: 500, created_at } as const;
  return {
    ...order,
    adjustments: [{ ...about, status: 'failed', settled_at: created_at, failure: 'the card is closed' }],
  };
}

/** Returns an order with a request to cancel it. */
export function withRequest(order: Order): Order {
  const { created_at } = order;
  return {
    ...order,
    requests: [{ id: 'req_1', type: 'cancel', status: 'waiting', reason: 'Too late <b>', created_at }],
  };
}

function progressAfter(notice: PaymentNotice, at: number): PaymentProgress {
  const authorized = { state: 'authorized', parts: 'many', authorized_until: at + DAY } as const;
  const capture = { id: 'cap_1', amount: 1_234, final: true, created_at: at, settled_at: at } as const;
  const captured = { state: 'captured', paid: 6_400 } as const;
  const dispute = { id: 'dp_1', amount: 1_700, reason: 'fraudulent <b>', opened_at: at, evidence_due: at + DAY };
  const disputed = (state: Dispute['state']) => ({ ...captured, disputes: [{ ...dispute, state }] });
  switch (notice) {
    case 'capture_failed':
      return { ...authorized, captures: [{ ...capture, status: 'failed', failure: 'the card is closed' }] };
    case 'authorization_expiring':
      return { ...authorized, warned: true };
    case 'authorization_expired':
      return { state: 'lapsed', parts: 'many', authorized_until: at };
    case 'dispute_opened':
    case 'dispute_evidence_due':
      return disputed('open');
    case 'dispute_won':
      return disputed('won');
    case 'dispute_lost':
      return disputed('lost');
  }
}

const STOPPED_LOG = {
  organization_id: 'org_1',
  name: 'Acme <b>',
  stop: { check: 'audit', fault: 'receipt 3 (rcp_1) <b> was changed', since: 0 },
} as const;

/** A notice of each kind that is about no order. */
export const SHOP_NOTICES: readonly ShopNotice[] = [
  { kind: 'low_stock', item_id: 'mug', title: 'Mug <b>', stock: 4, threshold: 5 },
  {
    kind: 'dead_delivery',
    receiver: 'https://merchant.example (whk_1)',
    event: 'order.created',
    subject: 'order/ord_1',
    outcome: 'refused',
    status: 404,
  },
  { kind: 'log_stopped', ...STOPPED_LOG },
  { kind: 'log_resumed', ...STOPPED_LOG },
  { kind: 'test' },
];
