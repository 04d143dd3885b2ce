import type { Attempt } from '../../domain/checkout/checkout.js';
import { settleAdjustment } from '../../domain/order/adjust.js';
import { voided } from '../../domain/order/cancel.js';
import { type Adjustment, type Order, orderTotal } from '../../domain/order/order.js';
import type { Refund, RefundOutcome, Rows, Write } from '../../ports.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Answer } from '../answer.js';
import { type Author, audited } from '../audit.js';
import { onlyUnavailable } from '../checkout/read-checkout.js';
import { type Settler, settlerOf } from '../checkout/settle.js';
import type { Context } from '../context.js';
import { required } from '../define.js';
import { stored } from '../stored.js';
import { orderAnswer } from './own-order.js';

/**
 * Money of an order that is on its way: refunds that the handler has not confirmed, and a payment to be voided. Each
 * is recorded first, then asked of the handler outside any transaction, then written. The id of a refund is its
 * idempotency key, so asking again never gives back twice.
 */

interface Settled {
  readonly order: Order;
  readonly writes: readonly Write[];
}

/** Writes what the handler said of a refund; one that is settled already changes nothing. */
function settleRefund(by: Author, order: Order, id: string, outcome: RefundOutcome): Settled {
  const pending = order.adjustments.some((one) => one.id === id && one.status === 'pending');
  if (!pending || outcome.state === 'pending') return { order, writes: [] };
  const row = settleAdjustment(order, id, outcome, by.now);
  return changed(by, order, row, `order.refund_${outcome.state}`, ['adjustments', 'payment_status']);
}

function settleVoid(by: Author, order: Order): Settled {
  if (!order.payment.voiding) return { order, writes: [] };
  return changed(by, order, voided(order, by.now), 'order.payment_voided', ['payment_status']);
}

function changed(by: Author, before: Order, row: Order, action: string, members: readonly string[]): Settled {
  const event = audited(by, before.organization_id, { type: 'order', id: before.id }, action, members);
  return { order: stored(row), writes: [{ type: 'put', table: 'order', row }, event] };
}

type WriteOrder = (decide: (rows: Rows, order: Order) => Settled) => Promise<void>;

/** Who writes an outcome, and that it was learned now, not when the handler was asked. */
function learned(by: Settler): Author {
  return { ...by, now: by.desk.now() };
}

/** Asks the handler about all that is open of an order, and writes what it says. */
async function settleWith(by: Settler, order: Order, write: WriteOrder): Promise<void> {
  if (order.payment.voiding) {
    await by.desk.void(attemptOf(order));
    const author = learned(by);
    await write((_rows, current) => settleVoid(author, current));
  }
  for (const adjustment of order.adjustments.filter(({ status }) => status === 'pending')) {
    const outcome = await by.desk.refund(refundOf(order, adjustment));
    const author = learned(by);
    await write((_rows, current) => settleRefund(author, current, adjustment.id, outcome));
  }
}

function attemptOf(order: Order): Attempt {
  const { handler_id, attempt_id, instrument } = order.payment;
  return {
    id: attempt_id,
    handler_id,
    amount: orderTotal(order),
    currency: order.currency,
    started_at: order.created_at,
    ...(instrument && { instrument }),
  };
}

function refundOf(order: Order, { id, amount }: Adjustment): Refund {
  const { handler_id, attempt_id } = order.payment;
  return { id, handler_id, attempt_id, amount, currency: order.currency };
}

/**
 * Settles what a call has just recorded, and answers the order as it is then. When the handler is slow or fails, the
 * answer is what was recorded, and the portal asks again later by itself.
 */
export async function settledAnswer(
  context: Context,
  orderId: string,
  recorded: Answer<{ data: OrderAnswer }>,
): Promise<Answer<{ data: OrderAnswer }>> {
  let answer = recorded;
  const order = await context.store.read((rows) => required(rows.get('order', orderId), 'order'));
  await settleWith(settlerOf(context), order, async (decide) => {
    answer = await context.update((rows) => {
      const { order: after, writes } = decide(rows, required(rows.get('order', orderId), 'order'));
      return { writes, answer: orderAnswer(context, after) };
    });
  }).catch(onlyUnavailable);
  return answer;
}

/** Settles what was left open of an order; safe to call from several processes at once. */
export async function settleOpenMoney(by: Settler, orderId: string): Promise<void> {
  const order = await by.store.read((rows) => rows.get('order', orderId));
  if (!order) return;
  await settleWith(by, order, async (decide) => {
    await by.store.update((rows) => {
      const current = rows.get('order', orderId);
      return { writes: current ? decide(rows, current).writes : [], result: undefined };
    });
  });
}
